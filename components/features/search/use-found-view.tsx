'use client';

import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { bookmarkAddress, isLocked } from '@/components/entities/bookmark-text';
import { foundWords, hasHitLine, HitLine, marked, MarkedText } from '@/components/features/search/hit-line';
import type { LocalFound } from '@/components/features/search/load-local';
import { spaceOfHit } from '@/components/features/search/search-option';
import { loadedPages } from '@/components/features/search/use-local-rows';
import type { SearchMatch } from '@/lib/contract/search';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { SearchFilter } from '@/lib/api/search';
import { parseQuery } from '@/lib/domain/query/parse';
import { cn } from '@/lib/utils/cn';
import { decryptedRow } from '@/lib/vault/decrypted';

/** Content of a row for a bookmark found by a search. */
export interface FoundView {
  readonly title?: ReactNode;
  readonly address?: ReactNode;
  /** For a bookmark in another space: the name of the space, and its default collection, which is not shown. */
  readonly space?: string;
  readonly hiddenCollection?: string;
}

/**
 * Returns a function that renders bookmarks found by a search: `createFoundViews` for the loaded responses and the
 * results on this device.
 */
export function useFoundView(
  filter: SearchFilter,
  local: LocalFound | null,
): (bookmark: Bookmark) => FoundView | undefined {
  const client = useQueryClient();
  const key = hashKey([filter]);
  return useMemo(() => createFoundViews(client, key, local), [client, key, local]);
}

/**
 * Renders title and address of a found bookmark with the hits marked, and why it was found if neither shows it.
 * The result is cached per bookmark, so that scrolling does not render it again.
 */
function createFoundViews(client: QueryClient, filterKey: string, local: LocalFound | null) {
  const views = new WeakMap<Bookmark, FoundView>();
  const pages = () => loadedPages(client, filterKey);
  // By uuid, here and below, since a changed row is another object than the one in the response.
  const placeOf = (row: Bookmark): FoundView | undefined => {
    const [space] = pages().flatMap(({ spaces }) => spaceOfHit(spaces, row.uuid) ?? []);
    return space && { space: space.name, hiddenCollection: space.defaultCollection };
  };
  const renderReadable = (bookmark: Bookmark) => {
    const { uuid } = bookmark;
    const page = pages().find(({ bookmarks }) => bookmarks.some((one) => one.uuid === uuid));
    const match = page?.matches.find((one) => one.uuid === uuid);
    return (
      page && renderFound(bookmark, match, foundWords(page.query.words, parseQuery(page.query.text).query))
    );
  };
  const renderDecrypted = (bookmark: Bookmark) => {
    if (local === null || isLocked(bookmark)) return undefined;
    return renderFound(bookmark, local.explain(bookmark.uuid), foundWords(local.words, local.query));
  };
  return (row: Bookmark): FoundView | undefined => {
    const bookmark = decryptedRow(row);
    const known = views.get(bookmark);
    if (known) return known;
    const texts = bookmark.encrypted ? renderDecrypted(bookmark) : renderReadable(bookmark);
    const place = placeOf(row);
    if (texts === undefined) return place;
    const view = { ...texts, ...place };
    views.set(bookmark, view);
    return view;
  };
}

function renderFound(
  bookmark: Bookmark,
  match: SearchMatch | undefined,
  found: readonly string[],
): FoundView {
  const words = marked(found, match);
  const { host, path } = bookmarkAddress(bookmark);
  const isExplained = hasHitLine(bookmark, match);
  return {
    title: bookmark.title ? <MarkedText text={bookmark.title} words={words} /> : undefined,
    address: (
      <>
        {/* On a small screen, the line has room for one of the two. */}
        <span className={cn(isExplained && 'max-md:hidden')}>
          <MarkedText text={host} words={words} />
          {isExplained ? ' · ' : null}
        </span>
        <span className="row-path">
          {isExplained ? (
            <HitLine {...{ bookmark, match, words }} />
          ) : (
            <MarkedText text={path} words={words} />
          )}
        </span>
      </>
    ),
  };
}
