import { foldText, splitWords } from '@/lib/domain/search-words';
import { readAll, readState, type LocalBookmark } from '@/extension/lib/library-store';

interface Searchable {
  readonly bookmark: LocalBookmark;
  readonly title: string;
  readonly titleWords: readonly string[];
  readonly tags: string;
  readonly address: string;
}

let prepared: { readonly version: string; readonly bookmarks: readonly Searchable[] } | null = null;

/** Loads the copy into memory, unless it is there and has not changed. */
async function load(): Promise<readonly Searchable[]> {
  const state = await readState();
  const version = `${state?.salt ?? ''} ${state?.version ?? 0}`;
  if (prepared?.version !== version) prepared = { version, bookmarks: (await readAll()).map(prepare) };
  return prepared.bookmarks;
}

function prepare(bookmark: LocalBookmark): Searchable {
  const { title, tags, url } = bookmark;
  return {
    bookmark,
    title: foldText(title ?? ''),
    titleWords: splitWords(title ?? ''),
    tags: foldText(tags),
    address: foldText(url ?? ''),
  };
}

/**
 * Finds bookmarks of the local copy that contain all words of a text in their title, tags or address: by the beginning
 * of words of the title first, then by the title, the tags and the address; the newest first among equals. It is for
 * suggestions while typing; the server's search has the whole grammar.
 */
export async function searchLibrary(text: string, limit: number): Promise<LocalBookmark[]> {
  const words = splitWords(text);
  if (words.length === 0) return [];
  const hits: { bookmark: LocalBookmark; rank: number }[] = [];
  for (const one of await load()) {
    let rank = 0;
    for (const word of words) rank = Math.max(rank, rankOf(word, one));
    if (rank < noMatch) hits.push({ bookmark: one.bookmark, rank });
  }
  hits.sort((a, b) => a.rank - b.rank || (a.bookmark.createdAt < b.bookmark.createdAt ? 1 : -1));
  return hits.slice(0, limit).map(({ bookmark }) => bookmark);
}

const noMatch = 4;

/** Returns the rank of the best field that contains a word; 0 is the best. */
function rankOf(word: string, { title, titleWords, tags, address }: Searchable): number {
  if (titleWords.some((one) => one.startsWith(word))) return 0;
  if (title.includes(word)) return 1;
  if (tags.includes(word)) return 2;
  return address.includes(word) ? 3 : noMatch;
}
