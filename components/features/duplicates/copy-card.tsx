import { useTranslations } from 'next-intl';
import type { RowDates } from '@/components/common/row-dates';
import { CollectionChip, collectionName } from '@/components/entities/collection-chip';
import { Icon } from '@/components/ui/icon';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import { isLiveUrl } from '@/lib/domain/live-url';
import { parseTags } from '@/lib/domain/tags';
import { cn } from '@/lib/utils/cn';

interface CopyCardProps {
  bookmark: Bookmark;
  dates: RowDates;
  defaultCollection: string | undefined;
  /** Ties the choices of one group together. */
  group: string;
  isKept: boolean;
  onKeep: () => void;
}

/** One of the bookmarks of a page, with everything in which it can differ from the others. */
export function CopyCard({ bookmark, dates, defaultCollection, group, isKept, onKeep }: CopyCardProps) {
  const t = useTranslations('Duplicates');
  const { title, url, visits, createdAt, lastAccessedAt, favorite, broken } = bookmark;
  const address = <span className="wrap-anywhere">{url}</span>;
  return (
    <div
      className={cn(
        'flex min-w-0 flex-col rounded-lg border bg-card p-3',
        isKept && 'border-primary shadow-[inset_0_0_0_1px_var(--accent)]',
      )}
    >
      <div className="mb-1.5 flex min-h-5 items-center justify-between gap-2">
        <label className="flex cursor-pointer items-center gap-2 text-second text-muted-foreground touch:hit">
          <input type="radio" name={group} checked={isKept} onChange={onKeep} className="accent-(--accent)" />
          <span className={isKept ? 'font-medium text-primary' : undefined}>
            {t(isKept ? 'stays' : 'keepThis')}
            <span className="sr-only"> {url}</span>
          </span>
        </label>
        <span className="flex items-center gap-1.5">
          {broken ? (
            <span
              role="img"
              aria-label={t('broken')}
              title={t('broken')}
              className="icon i-unlink size-3.5 text-warning"
            />
          ) : null}
          {favorite ? (
            <span role="img" aria-label={t('favorite')} className="icon i-solid-star text-primary" />
          ) : null}
        </span>
      </div>
      <p className={cn('line-clamp-2 font-medium wrap-anywhere', !title && 'text-faint')}>
        {title || t('untitled')}
      </p>
      <p className="mt-0.5 text-second text-muted-foreground">
        {isLiveUrl(url) && url !== null ? (
          <a href={url} target="_blank" rel="noopener noreferrer" className="hover:underline">
            {address}
          </a>
        ) : (
          address
        )}
      </p>
      <p className="mt-2 text-caption text-muted-foreground">
        {t('saved', { date: dates.day(createdAt) })}
        {' · '}
        {t('visits', { count: visits })}
        {visits > 0 && lastAccessedAt !== null
          ? `, ${t('lastVisit', { date: dates.day(lastAccessedAt) })}`
          : ''}
      </p>
      <Belongings bookmark={bookmark} defaultCollection={defaultCollection} />
    </div>
  );
}

function Belongings({ bookmark, defaultCollection }: Pick<CopyCardProps, 'bookmark' | 'defaultCollection'>) {
  const t = useTranslations('Duplicates');
  const tags = parseTags(bookmark.tags);
  return (
    <p className="mt-2 flex flex-wrap items-center gap-1">
      {bookmark.collections.map(({ uuid, name, color }) => {
        const isDefault = uuid === defaultCollection;
        return (
          <CollectionChip
            key={uuid}
            name={collectionName({ name, isDefault }, t('uncategorized'))}
            color={isDefault ? null : color}
          />
        );
      })}
      {tags.length === 0 ? null : (
        <span className="inline-flex min-w-0 items-center gap-1.5 px-1 text-caption text-muted-foreground">
          <Icon name="i-tag" className="size-3 text-faint" />
          <span className="min-w-0 wrap-anywhere">{tags.join(', ')}</span>
        </span>
      )}
    </p>
  );
}
