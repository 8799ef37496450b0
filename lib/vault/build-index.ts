import type { Bookmark } from '@/lib/contract/bookmarks';
import { type SearchedBookmark, wordsOf } from '@/lib/domain/query/match';
import { queryStates } from '@/lib/domain/query/query';
import { titleKey } from '@/lib/domain/search-vector';
import type { SearchableText } from '@/lib/domain/search-words';
import { parseTags } from '@/lib/domain/tags';
import { urlKey } from '@/lib/domain/url-key';
import type { DecryptedText } from '@/lib/vault/decrypted';

/** The text of a decrypted bookmark, or of one that was never encrypted: its `cipher` is null. */
export interface ReadableText extends Omit<DecryptedText, 'cipher'> {
  readonly cipher: string | null;
}

/** A bookmark that this device can read, ready to be searched. */
export interface LocalBookmark extends SearchedBookmark {
  /** As the service sent it. */
  readonly row: Bookmark;
  readonly decrypted: ReadableText;
  readonly text: SearchableText;
  readonly titleKey: string;
}

export interface LocalIndex {
  readonly bookmarks: readonly LocalBookmark[];
  /** Every word of them, folded, once. */
  readonly lexicon: readonly string[];
}

export const emptyIndex: LocalIndex = { bookmarks: [], lexicon: [] };

/** Ends a piece of work, so that the page answers meanwhile. */
export type Pause = () => Promise<unknown>;

export interface BuildOptions {
  readonly pause: Pause;
  readonly signal?: AbortSignal | undefined;
  /** The collection whose bookmarks count as uncollected. */
  readonly defaultCollection?: string | undefined;
}

interface Prepared {
  readonly text: SearchableText;
  readonly titleKey: string;
  readonly pageKey: string;
}

/** What was split and folded once; it goes when the text is locked away. */
const preparedTexts = new WeakMap<ReadableText, Prepared>();
const pieceMs = 12;
/** Bookmarks between two looks at the clock. */
const stride = 25;

/**
 * The index of the rows that have a text, built in steps of some milliseconds. Null once the signal aborts it. Building
 * it again after a change costs a small part of the first time.
 */
export async function buildIndex(
  rows: readonly Bookmark[],
  texts: ReadonlyMap<string, ReadableText>,
  { pause, signal, defaultCollection }: BuildOptions,
): Promise<LocalIndex | null> {
  const found: { row: Bookmark; decrypted: ReadableText; prepared: Prepared }[] = [];
  const uses = new Map<string, number>();
  const lexicon = new Set<string>();
  let started = performance.now();
  for (const [index, row] of rows.entries()) {
    if (index % stride === 0 && performance.now() - started > pieceMs) {
      await pause();
      started = performance.now();
    }
    if (signal?.aborted === true) return null;
    const decrypted = texts.get(row.uuid);
    if (decrypted === undefined || decrypted.cipher !== row.cipher || row.deletedAt !== null) continue;
    const prepared = prepare(decrypted);
    found.push({ row, decrypted, prepared });
    uses.set(prepared.pageKey, (uses.get(prepared.pageKey) ?? 0) + 1);
    for (const words of wordsOf(prepared.text).tiers.at(-1) ?? [])
      for (const word of words) lexicon.add(word);
  }
  await pause();
  if (signal?.aborted === true) return null;
  const bookmarks = found.map(({ row, decrypted, prepared: { text, titleKey, pageKey } }) => {
    const isDuplicate = (uses.get(pageKey) ?? 0) > 1;
    const inside = { untagged: text.tags.length === 0, duplicate: isDuplicate };
    return { ...outsideOf(row, defaultCollection, inside), row, decrypted, text, titleKey };
  });
  return { bookmarks, lexicon: [...lexicon] };
}

function prepare(decrypted: ReadableText): Prepared {
  const known = preparedTexts.get(decrypted);
  if (known) return known;
  const { title, domain, path, description } = decrypted;
  const text = { title, domain, path, description, tags: parseTags(decrypted.tags) };
  wordsOf(text);
  const prepared = { text, titleKey: titleKey(text), pageKey: urlKey(decrypted.url) };
  preparedTexts.set(decrypted, prepared);
  return prepared;
}

/** A locked bookmark, ready to be searched by what the service knows of it. */
export const lockedBookmark = (row: Bookmark, defaultCollection: string | undefined): SearchedBookmark => ({
  ...outsideOf(row, defaultCollection, { untagged: false, duplicate: false }),
  text: null,
});

/** All that the service, too, knows of a bookmark, and what is `inside`. */
function outsideOf(
  row: Bookmark,
  defaultCollection: string | undefined,
  inside: Readonly<Record<'untagged' | 'duplicate', boolean>>,
): Omit<SearchedBookmark, 'text'> {
  const { encrypted, favorite, highlighted, broken, collections } = row;
  const isPublic = collections.some(({ security }) => security === 1);
  const uncollected = collections.every(({ uuid }) => uuid === defaultCollection);
  const states = { ...inside, uncollected, encrypted, favorite, highlighted, broken, public: isPublic };
  return {
    collections: collections.map(({ name }) => name),
    states: new Set(queryStates.filter((state) => states[state])),
    createdAt: new Date(row.createdAt),
    lastVisitedAt: row.lastAccessedAt === null ? null : new Date(row.lastAccessedAt),
    visits: row.visits,
  };
}
