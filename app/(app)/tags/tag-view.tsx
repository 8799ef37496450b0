'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/common/empty-state';
import { BookmarkSortMenu } from '@/components/features/bookmarks/bookmark-sort-menu';
import { sourceKey, type BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { BookmarkList } from '@/components/features/bookmarks/bookmark-list';
import { TagEmptyLink, TagScreen } from '@/components/features/tags/tag-screen';
import { accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';

interface TagViewProps {
  name: string;
  /** Returns from a tag that only encrypted bookmarks have: it has no URL, so the service never sees it. */
  onBack?: (() => void) | undefined;
}

/** A tag with its bookmarks: two features that know nothing of each other, on one screen. */
export function TagView({ name, onBack }: TagViewProps) {
  const t = useTranslations('Tags');
  const { data: sort = 'created_at-DESC' } = useQuery(accountQueries.bookmarkSort());
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const source: BookmarkSource = { kind: 'tag', name, sort, ...(onBack && { isEncrypted: true }) };
  return (
    <TagScreen name={name} onBack={onBack} tools={<BookmarkSortMenu value={sort} />}>
      <BookmarkList
        key={sourceKey(source)}
        source={source}
        label={t('tagTitle', { name })}
        hiddenCollection={defaultCollection}
        empty={
          <EmptyState icon="i-tag" title={t('tagEmpty')} text={t('tagEmptyText')} action={<TagEmptyLink />} />
        }
      />
    </TagScreen>
  );
}
