'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState } from '@/components/common/empty-state';
import { useDecryptedTags } from '@/components/entities/use-decrypted-tags';
import { BookmarkList } from '@/components/features/bookmarks/bookmark-list';
import { BookmarkSortMenu } from '@/components/features/bookmarks/bookmark-sort-menu';
import { type BookmarkSource, sourceKey } from '@/components/features/bookmarks/bookmark-source';
import { ViewMenu } from '@/components/features/bookmarks/views/view-menu';
import { TagEmptyLink, TagScreen } from '@/components/features/tags/tag-screen';
import { TagsScreen } from '@/components/features/tags/tags-screen';
import { accountQueries } from '@/lib/api/account';
import { collectionQueries } from '@/lib/api/collections';
import { tagKey } from '@/lib/domain/tag-key';

/** All tags, or the bookmarks of an encrypted tag, which only this device can read, as long as it is unlocked. */
export function TagsView() {
  const [encrypted, setEncryptedTag] = useState<string | null>(null);
  const decrypted = useDecryptedTags();
  const isOpen = encrypted !== null && decrypted.some(({ name }) => tagKey(name) === tagKey(encrypted));
  if (encrypted !== null && !isOpen) setEncryptedTag(null);
  if (!isOpen) return <TagsScreen onEncryptedTag={setEncryptedTag} />;
  return <TagView key={encrypted} name={encrypted} onBack={() => setEncryptedTag(null)} />;
}

interface TagViewProps {
  name: string;
  /** Leaves a tag that only encrypted bookmarks have: it has no URL, so the service never sees it. */
  onBack?: (() => void) | undefined;
}

/** A tag with its bookmarks: combines two independent features on one screen. */
export function TagView({ name, onBack }: TagViewProps) {
  const t = useTranslations('Tags');
  const { data: sort = 'created_at-DESC' } = useQuery(accountQueries.bookmarkSort());
  const { data: defaultCollection } = useQuery(collectionQueries.defaultUuid());
  const source: BookmarkSource = { kind: 'tag', name, sort, ...(onBack && { isEncrypted: true }) };
  return (
    <TagScreen
      name={name}
      onBack={onBack}
      tools={
        <>
          <ViewMenu />
          <BookmarkSortMenu value={sort} />
        </>
      }
    >
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
