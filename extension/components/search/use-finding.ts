import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDebounced } from '@/components/common/use-debounced';
import { searchLibrary } from '@/extension/lib/search-library';
import { type Ranked, scoresOf } from '@/lib/api/closeness';
import { endpointQuery, minutes } from '@/lib/api/endpoint';
import { searchMinLength, searchQueries } from '@/lib/api/search';
import type { Plan } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { SearchResult } from '@/lib/contract/search';
import { hasFeature } from '@/lib/domain/plans';
import { decryptedTexts, watchDecrypted } from '@/lib/vault/decrypted';

/** Delay after typing before the search is sent to the server. */
const pauseMs = 200;
const shownMax = 20;

/** Bookmarks of one device that were found for a text. */
interface LocalHits {
  readonly text: string;
  readonly bookmarks: readonly Bookmark[];
}
const noHits: LocalHits = { text: '', bookmarks: [] };

/** Runs a search of this device for the current text; earlier results stay until it ends. */
function useLocalHits(text: string, find: ((text: string) => Promise<Bookmark[]>) | null): LocalHits {
  const [hits, setHits] = useState(noHits);
  useEffect(() => {
    let isOver = false;
    if (find === null || text.length < searchMinLength) return;
    find(text).then(
      (bookmarks) => (isOver ? undefined : setHits({ text, bookmarks })),
      // Without a copy, the server's results are shown alone.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [text, find]);
  return find === null || text.length < searchMinLength ? noHits : hits;
}

const findInCopy = (text: string): Promise<Bookmark[]> => searchLibrary(text, shownMax);
const findDecrypted = async (text: string): Promise<Bookmark[]> =>
  (await import('@/extension/components/encryption/vault')).findUnlocked(text, shownMax);

export interface Finding {
  /** Rows in the order in which they are shown, each once. */
  readonly bookmarks: readonly Bookmark[];
  /** Index of the first row that matches the query only in part; the number of rows if there is none. */
  readonly closestFrom: number;
  /** Response of the server for the current text; undefined until it arrives. */
  readonly result: (SearchResult & Ranked) | undefined;
  readonly isPending: boolean;
  readonly hasFailed: boolean;
}

/**
 * Searches while the user types: the copy of this device at once, replaced by the response of the server, which searches
 * all spaces by the whole grammar. Unlocked bookmarks, which only this device can read, come first.
 */
export function useFinding(text: string, plan: Plan): Finding {
  const typed = text.trim();
  const paused = useDebounced(typed, pauseMs);
  const query = { q: paused, size: shownMax, ...(hasFeature(plan, 'ask') && { mode: 'ask' as const }) };
  const { data, isPlaceholderData, isError, isFetching } = useQuery({
    ...endpointQuery('search.find', { query }, { staleTime: minutes(1) }),
    enabled: searchQueries.preview({ q: paused }).enabled,
    placeholderData: keepPreviousData,
  });
  const texts = useSyncExternalStore(watchDecrypted, decryptedTexts);
  const unlocked = useLocalHits(typed, texts.size > 0 ? findDecrypted : null);
  const local = useLocalHits(typed, findInCopy);
  const isLong = typed.length >= searchMinLength;
  const isCurrent = isLong && paused === typed && data !== undefined && !isPlaceholderData;
  const result: Finding['result'] = isCurrent ? data : undefined;
  const found = result?.bookmarks ?? (isLong ? local.bookmarks : []);
  const own = isLong ? unlocked.bookmarks : [];
  const taken = new Set(own.map(({ uuid }) => uuid));
  const bookmarks = [...own, ...found.filter(({ uuid }) => !taken.has(uuid))];
  const scores = result && scoresOf(result);
  const closestFrom = bookmarks.findIndex(({ uuid }) => !taken.has(uuid) && (scores?.get(uuid) ?? 1) < 1);
  return {
    bookmarks,
    closestFrom: closestFrom === -1 ? bookmarks.length : closestFrom,
    result,
    isPending: isLong && result === undefined && !isError,
    hasFailed: isLong && isError && !isFetching,
  };
}
