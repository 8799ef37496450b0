import type { Bookmark } from '@/lib/contract/bookmarks';
import { type SearchedBookmark, wordsOf } from '@/lib/domain/query/match';
import { queryStates } from '@/lib/domain/query/query';
import { titleKey } from '@/lib/domain/search-words';
import type { SearchableText } from '@/lib/domain/search-words';
import { parseTags } from '@/lib/domain/tags';
import { urlKey } from '@/lib/domain/url-key';
import type { DecryptedText } from '@/lib/vault/decrypted';

/** The text of a decrypted bookmark, or of one that was never encrypted, whose `cipher` is null. */
export interface ReadableText extends Omit<DecryptedText, 'cipher'> {
  readonly cipher: string | null;
}

/** A bookmark readable on this device, prepared for searching. */
export interface LocalBookmark extends SearchedBookmark {
  /** The row as received from the service. */
  readonly row: Bookmark;
  readonly decrypted: ReadableText;
  readonly text: SearchableText;
  readonly titleKey: string;
}

export interface LocalIndex {
  readonly bookmarks: readonly LocalBookmark[];
  /** The distinct folded words of all bookmarks. */
  readonly lexicon: readonly string[];
}

export const emptyIndex: LocalIndex = { bookmarks: [], lexicon: [] };

/** Yields to the event loop between slices of work, so that the page stays responsive. */
export type Pause = () => Promise<unknown>;

export interface BuildOptions {
  readonly pause: Pause;
  readonly signal?: AbortSignal | undefined;
  /** The default collection: bookmarks only in it count as uncollected. */
  readonly defaultCollection?: string | undefined;
}

interface Prepared {
  readonly text: SearchableText;
  readonly titleKey: string;
  readonly pageKey: string;
}

/** Cached tokenized texts; garbage-collected with their text after locking. */
const preparedTexts = new WeakMap<ReadableText, Prepared>();
const sliceMs = 12;
/** Number of bookmarks between two checks of the clock. */
const stride = 25;

/**
 * Builds the index of the rows that have a text, in slices of a few milliseconds. Returns null when the signal aborts
 * it. Rebuilding after a change costs a small fraction of the first build.
 */
export async function buildIndex(
  rows: readonly Bookmark[],
  texts: ReadonlyMap<string, ReadableText>,
  { pause, signal, defaultCollection }: BuildOptions,
): Promise<LocalIndex | null> {
  const matches: { row: Bookmark; decrypted: ReadableText; prepared: Prepared }[] = [];
  const pageCounts = new Map<string, number>();
  const lexicon = new Set<string>();
  let started = performance.now();
  for (const [index, row] of rows.entries()) {
    if (index % stride === 0 && performance.now() - started > sliceMs) {
      await pause();
      started = performance.now();
    }
    if (signal?.aborted === true) return null;
    const decrypted = texts.get(row.uuid);
    if (decrypted === undefined || decrypted.cipher !== row.cipher || row.deletedAt !== null) continue;
    const prepared = prepare(decrypted);
    matches.push({ row, decrypted, prepared });
    pageCounts.set(prepared.pageKey, (pageCounts.get(prepared.pageKey) ?? 0) + 1);
    for (const words of wordsOf(prepared.text).all) for (const word of words) lexicon.add(word);
  }
  await pause();
  if (signal?.aborted === true) return null;
  const bookmarks = matches.map(({ row, decrypted, prepared: { text, titleKey, pageKey } }) => {
    const isDuplicate = (pageCounts.get(pageKey) ?? 0) > 1;
    const textStates = { untagged: text.tags.length === 0, duplicate: isDuplicate };
    return { ...fieldsOf(row, defaultCollection, textStates), row, decrypted, text, titleKey };
  });
  return { bookmarks, lexicon: [...lexicon] };
}

function prepare(decrypted: ReadableText): Prepared {
  const cached = preparedTexts.get(decrypted);
  if (cached) return cached;
  const { title, domain, path, description, notes } = decrypted;
  const text = { title, domain, path, description, notes, tags: parseTags(decrypted.tags) };
  wordsOf(text);
  const prepared = { text, titleKey: titleKey(text), pageKey: urlKey(decrypted.url) };
  preparedTexts.set(decrypted, prepared);
  return prepared;
}

/** A locked bookmark, searchable by its unencrypted fields. */
export const lockedBookmark = (row: Bookmark, defaultCollection: string | undefined): SearchedBookmark => ({
  ...fieldsOf(row, defaultCollection, { untagged: false, duplicate: false }),
  text: null,
});

/** Search fields that do not come from the encrypted text, plus the states in `textStates`, which do. */
function fieldsOf(
  row: Bookmark,
  defaultCollection: string | undefined,
  textStates: Readonly<Record<'untagged' | 'duplicate', boolean>>,
): Omit<SearchedBookmark, 'text'> {
  const { collections } = row;
  const derived = {
    ...textStates,
    uncollected: collections.every(({ uuid }) => uuid === defaultCollection),
    read: row.readAt !== null,
    // The service has no annotations of encrypted bookmarks, and the copy on the device has none at all.
    annotated: false,
    public: collections.some(({ security }) => security === 1),
  };
  return {
    collections: collections.map(({ name }) => name),
    states: new Set(queryStates.filter((state) => (isIn(derived, state) ? derived[state] : row[state]))),
    createdAt: new Date(row.createdAt),
    lastVisitedAt: row.lastAccessedAt === null ? null : new Date(row.lastAccessedAt),
    visits: row.visits,
  };
}

const isIn = <Key extends string>(record: Readonly<Record<Key, unknown>>, name: string): name is Key =>
  name in record;
