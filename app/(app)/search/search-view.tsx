'use client';

import { sourceKey, type BookmarkSource } from '@/components/features/bookmarks/bookmark-source';
import { BookmarkList } from '@/components/features/bookmarks/list/bookmark-list';
import { MarkedText } from '@/components/features/search/marked-text';
import { NothingFound } from '@/components/features/search/nothing-found';
import { SearchScreen } from '@/components/features/search/search-screen';

/** The search screen with its results drawn as rows of bookmarks. */
export function SearchView() {
  return (
    <SearchScreen>
      {(filter, label) => {
        const source: BookmarkSource = { kind: 'search', filter };
        return (
          <BookmarkList
            key={sourceKey(source)}
            source={source}
            label={label}
            empty={<NothingFound query={filter.q} />}
            highlight={(title) => <MarkedText text={title} query={filter.q} />}
          />
        );
      }}
    </SearchScreen>
  );
}
