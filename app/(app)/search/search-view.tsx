'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BookmarkList } from '@/components/features/bookmarks/bookmark-list';
import { type BookmarkSource, sourceKey } from '@/components/features/bookmarks/bookmark-source';
import { openEditor } from '@/components/entities/editor-store';
import { ViewMenu } from '@/components/features/bookmarks/views/view-menu';
import { openCollectionDialog } from '@/components/features/collections/collection-store';
import { useLocalRows } from '@/components/features/search/use-local-rows';
import { SearchScreen } from '@/components/features/search/search-screen';
import { useFoundView } from '@/components/features/search/use-found-view';
import { collectionQueries } from '@/lib/api/collections';
import type { SearchFilter } from '@/lib/api/search';

const addUrl = (url: string) => openEditor({ url });
const saveQuery = (smartQuery: string) => openCollectionDialog({ kind: 'create', smartQuery });

/** The search screen with its results rendered as bookmark rows. */
export function SearchView() {
  return (
    <SearchScreen onAddUrl={addUrl} onSaveQuery={saveQuery} tools={<ViewMenu place="search" />}>
      {(filter, label, empty) => <FoundRows {...{ filter, label, empty }} />}
    </SearchScreen>
  );
}

function FoundRows({ filter, label, empty }: { filter: SearchFilter; label: string; empty: ReactNode }) {
  const { found, merge } = useLocalRows(filter);
  const look = useFoundView(filter, found);
  const { data: hiddenCollection } = useQuery(collectionQueries.defaultUuid());
  const source: BookmarkSource = { kind: 'search', filter };
  return (
    <BookmarkList key={sourceKey(source)} {...{ source, label, empty, hiddenCollection, look, merge }} />
  );
}
