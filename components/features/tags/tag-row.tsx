import { useFormatter, useTranslations } from 'next-intl';
import { tagHref } from '@/components/entities/tag-href';
import { TagMenu } from '@/components/features/tags/tag-menu';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { isSealedTag, type JoinedTag } from '@/lib/vault/join-tags';

/** Height of a row in rem, for the virtual list. */
export const tagRowRem = 3;

interface TagRowProps {
  tag: JoinedTag;
  index: number;
  onSealed: (name: string) => void;
}

const titleClass =
  'min-w-0 flex-1 truncate text-start font-medium after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring';

/** One tag in the list: all of it leads to its bookmarks, its menu stands at the end. */
export function TagRow({ tag, index, onSealed }: TagRowProps) {
  const t = useTranslations('Tags');
  const { number } = useFormatter();
  const isSealed = isSealedTag(tag);
  return (
    <div
      role="listitem"
      data-index={index}
      className="relative flex h-12 items-center gap-3 border-b md:rounded-md md:px-2 md:hover:bg-muted"
    >
      <Icon name={isSealed ? 'i-lock-open' : 'i-tag'} className="text-faint" />
      {isSealed ? (
        <ButtonBase data-focus="" className={titleClass} onClick={() => onSealed(tag.name)}>
          {tag.name}
        </ButtonBase>
      ) : (
        // A plain link: the list follows all of them without loading the page anew.
        <a href={tagHref(tag.name)} data-focus="" className={titleClass}>
          {tag.name}
        </a>
      )}
      <span className="text-second text-muted-foreground tabular-nums">
        {number(tag.count)}
        <span className="sr-only"> {t('bookmarks', { count: tag.count })}</span>
      </span>
      {isSealed ? (
        <span className="size-9 touch:size-11" />
      ) : (
        <TagMenu
          tag={tag}
          label={t('moreOf', { name: tag.name })}
          buttonClassName="relative z-1 grid size-9 place-items-center rounded-md text-muted-foreground hover:bg-card hover:text-foreground touch:size-11"
        />
      )}
    </div>
  );
}
