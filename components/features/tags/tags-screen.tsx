'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import Link from 'next/link';
import { useMemo, useState } from 'react';
import { EmptyState } from '@/components/common/empty-state';
import { ErrorState } from '@/components/common/error-state';
import { PageHeader } from '@/components/common/page-header';
import { SortMenu } from '@/components/common/sort-menu';
import { useSoftLinks } from '@/components/common/use-soft-links';
import { VirtualList } from '@/components/common/virtual-list';
import { useOpenedTags } from '@/components/entities/use-opened-tags';
import { findTags, tagSorts, type TagSort } from '@/components/features/tags/find-tags';
import { TagListSkeleton } from '@/components/features/tags/tag-list-skeleton';
import { TagRow, tagRowRem } from '@/components/features/tags/tag-row';
import { Button, buttonVariants } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Input } from '@/components/ui/input';
import { tagQueries } from '@/lib/queries/tags';
import { joinTags, type JoinedTag } from '@/lib/vault/join-tags';

interface TagsScreenProps {
  /** Shows the bookmarks of a tag that stands in envelopes alone: an address of them would tell the service the word. */
  onSealed: (name: string) => void;
}

/** Every tag of the space in use, and those of what is open on this device. */
export function TagsScreen({ onSealed }: TagsScreenProps) {
  const t = useTranslations('Tags');
  const [sort, setSort] = useState<TagSort>('count');
  const { data, isError, refetch } = useQuery(tagQueries.list());
  const opened = useOpenedTags();
  const tags = useMemo(() => data && joinTags(data.content, opened), [data, opened]);
  const some = tags !== undefined && tags.length > 0;
  return (
    <div className="px-4 md:px-5 md:pt-5">
      <PageHeader
        titleInShell
        title={t('title')}
        detail={tags === undefined ? null : t('count', { count: tags.length })}
        className="max-md:pt-2"
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
            <Link href="/" className={buttonVariants({ size: 'lg' })}>
              {t('toBookmarks')}
            </Link>
          }
        />
      ) : null}
      {some ? <Tags {...{ tags, sort, onSealed }} /> : null}
    </div>
  );
}

const sizeOf = () => tagRowRem;

interface TagsProps extends TagsScreenProps {
  tags: readonly JoinedTag[];
  sort: TagSort;
}

function Tags({ tags, sort, onSealed }: TagsProps) {
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
          render={(tag, index) => <TagRow {...{ tag, index, onSealed }} />}
          onClick={softLinks}
        />
      )}
    </>
  );
}
