'use client';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { AppLink } from '@/components/common/app-link';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { PageHeader } from '@/components/common/page-header';
import { SortMenu } from '@/components/common/sort-menu';
import { useSoftLinks } from '@/components/common/use-soft-links';
import { VirtualList } from '@/components/common/virtual-list';
import { tagHref } from '@/components/entities/tag-href';
import { useDecryptedTags } from '@/components/entities/use-decrypted-tags';
import { findTags, tagSorts, type TagSort } from '@/components/features/tags/find-tags';
import { TagMenu } from '@/components/features/tags/tag-menu';
import { Button, buttonVariants } from '@/components/ui/button';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { tagQueries } from '@/lib/api/tags';
import { isEncryptedTag, joinTags, type JoinedTag } from '@/lib/vault/join-tags';

const widths = ['w-24', 'w-40', 'w-32', 'w-20', 'w-36'];

/** Placeholder of the field and the rows, in the size of the expected content. */
function TagListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="mt-3">
      <Skeleton className="h-10 max-w-120 rounded-md" />
      <div className="mt-2">
        {Array.from({ length: 10 }, (_, index) => (
          <div
            key={index}
            className="relative flex h-12 items-center gap-3 before:absolute before:right-0 before:bottom-0 before:left-7 before:h-px before:bg-border md:px-2 md:before:right-2 md:before:left-9"
          >
            <Skeleton className="size-4" />
            <Skeleton className={`h-3.5 ${widths[index % widths.length]}`} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Height of a row in rem, for the virtual list. */
const tagRowRem = 3;

interface TagRowProps {
  tag: JoinedTag;
  index: number;
  onEncryptedTag: (name: string) => void;
}

const titleClass =
  'min-w-0 flex-1 truncate text-start font-medium after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring';

/** One tag in the list: the whole row links to its bookmarks, its menu is at the end. */
function TagRow({ tag, index, onEncryptedTag }: TagRowProps) {
  const t = useTranslations('Tags');
  const { number } = useFormatter();
  const isEncrypted = isEncryptedTag(tag);
  return (
    <div
      role="listitem"
      data-index={index}
      className="relative flex h-12 items-center gap-3 before:absolute before:right-0 before:bottom-0 before:left-7 before:h-px before:bg-border md:rounded-md md:px-2 md:before:right-2 md:before:left-9 md:hover:bg-muted"
    >
      <Icon name={isEncrypted ? 'i-lock-open' : 'i-tag'} className="text-faint" />
      {isEncrypted ? (
        <ButtonBase dir="auto" data-focus="" className={titleClass} onClick={() => onEncryptedTag(tag.name)}>
          {tag.name}
        </ButtonBase>
      ) : (
        // A plain link: the list handles all of them without a full page load.
        <a dir="auto" href={tagHref(tag.name)} data-focus="" className={titleClass}>
          {tag.name}
        </a>
      )}
      <span className="text-second text-muted-foreground tabular-nums">
        {number(tag.count)}
        <span className="sr-only"> {t('bookmarks', { count: tag.count })}</span>
      </span>
      {isEncrypted ? (
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

interface TagsScreenProps {
  /** Shows the bookmarks of a tag that is only in envelopes: a URL would reveal its name to the service. */
  onEncryptedTag: (name: string) => void;
}

/** All tags of the current space, and those of the decrypted bookmarks on this device. */
export function TagsScreen({ onEncryptedTag }: TagsScreenProps) {
  const t = useTranslations('Tags');
  const [sort, setSort] = useState<TagSort>('count');
  const { data, isError, refetch } = useQuery(tagQueries.list());
  const decrypted = useDecryptedTags();
  const tags = useMemo(() => data && joinTags(data.content, decrypted), [data, decrypted]);
  const some = tags !== undefined && tags.length > 0;
  return (
    <div className="px-4 md:px-5 md:pt-5">
      <PageHeader
        titleInShell
        title={t('title')}
        detail={tags === undefined ? null : t('count', { count: tags.length })}
        actions={
          some ? (
            <SortMenu
              label={t('sortBy')}
              value={sort}
              options={() => tagSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
              shown={t(`sortShort.${sort}`)}
              onChange={setSort}
            />
          ) : null
        }
      />
      {tags === undefined && !isError ? <TagListSkeleton label={t('loading')} /> : null}
      {tags === undefined && isError ? (
        <ErrorState
          title={t('loadFailed')}
          text={t('loadFailedText')}
          action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : null}
      {tags?.length === 0 ? (
        <EmptyState
          icon="i-tags"
          title={t('emptyTitle')}
          text={t('emptyText')}
          action={
            <AppLink href="/" className={buttonVariants({ size: 'lg' })}>
              {t('toBookmarks')}
            </AppLink>
          }
        />
      ) : null}
      {some ? <Tags {...{ tags, sort, onEncryptedTag }} /> : null}
    </div>
  );
}

const sizeOf = () => tagRowRem;

interface TagsProps extends TagsScreenProps {
  tags: readonly JoinedTag[];
  sort: TagSort;
}

function Tags({ tags, sort, onEncryptedTag }: TagsProps) {
  const t = useTranslations('Tags');
  const locale = useLocale();
  const [text, setText] = useState('');
  const softLinks = useSoftLinks();
  const found = useMemo(() => findTags(tags, { text, sort, locale }), [tags, text, sort, locale]);
  return (
    <>
      <form role="search" className="relative mt-3 max-w-120" onSubmit={(event) => event.preventDefault()}>
        <Icon name="i-search" className="pointer-events-none absolute top-3 left-3 text-muted-foreground" />
        <Input
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="pl-9.5 [&::-webkit-search-cancel-button]:hidden"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'py-12 text-center text-muted-foreground'}>
        {found.length === 0 ? t('noMatch', { text: text.trim() }) : null}
        {found.length > 0 && text !== '' ? t('count', { count: found.length }) : null}
      </p>
      {found.length === 0 ? null : (
        <VirtualList
          aria-label={t('title')}
          className="mt-2"
          items={found}
          keyOf={({ name }) => name}
          sizeOf={sizeOf}
          render={(tag, index) => <TagRow {...{ tag, index, onEncryptedTag }} />}
          onClick={softLinks}
        />
      )}
    </>
  );
}
