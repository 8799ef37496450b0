import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { MatchField } from '@/lib/contract/schemas/search';
import { SearchedText, type QueryWord } from '@/lib/domain/query/explain/find-word';
import { snippetAround, type Range } from '@/lib/domain/query/explain/snippet';

/** What a bookmark says: all null where it cannot be read. */
export type ExplainedRecord = Pick<Bookmark, 'title' | 'domain' | 'path' | 'description' | 'tags'>;

/** The text of a bookmark's page, as far as it is looked through. */
export interface PageText {
  readonly title: string;
  readonly text: string;
}

export interface Explanation {
  field: MatchField;
  snippet: string | null;
}

/** A place that words can stand in; `snippet` tells of one there, unless a row shows the place as it is. */
interface Place {
  field: MatchField;
  searched: SearchedText;
  snippet?: (range: Range) => string;
}

/** Characters of host and path that a row shows. */
const shownAddress = 60;

/**
 * Why a bookmark was found: of each word the best place that it stands in, and of these places the last, which is the
 * one that the bookmark owes its rank to. A word that stands nowhere is left out: another of the query was found in
 * its stead. Null when no word stands anywhere.
 */
export function explainHit(
  record: ExplainedRecord,
  words: readonly QueryWord[],
  page?: PageText,
): Explanation | null {
  const places = placesOf(record, page);
  let last = -1;
  let range: Range | null = null;
  for (const word of words) {
    const found = bestPlace(places, word);
    if (found === null || found.rank <= last) continue;
    last = found.rank;
    range = found.range;
  }
  const place = places[last];
  if (place === undefined || range === null) return null;
  return { field: place.field, snippet: place.snippet?.(range) ?? null };
}

/** Whether every word stands in what the bookmark itself says. */
export const isExplained = (record: ExplainedRecord, words: readonly QueryWord[]): boolean => {
  const places = placesOf(record);
  return words.every((word) => bestPlace(places, word) !== null);
};

function bestPlace(places: readonly Place[], word: QueryWord): { rank: number; range: Range } | null {
  for (const [rank, place] of places.entries()) {
    const range = place.searched.find(word);
    if (range !== null) return { rank, range };
  }
  return null;
}

/** Everything that words can stand in, in the order in which it explains a hit best. */
function placesOf(
  { title, tags, domain, path, description }: ExplainedRecord,
  page: PageText = { title: '', text: '' },
): Place[] {
  const address = (domain ?? '') + (path ?? '');
  const shown = (field: MatchField, text: string | null): Place => ({
    field,
    searched: new SearchedText(text ?? ''),
  });
  const told = (field: MatchField, text: string | null): Place => ({
    ...shown(field, text),
    snippet: (range) => snippetAround(text ?? '', range),
  });
  return [
    shown('title', title),
    shown('tags', tags),
    shown('host', domain),
    // Of a long one the last sign that is shown is the ellipsis.
    shown('url', address.length <= shownAddress ? address : address.slice(0, shownAddress - 1)),
    told('description', description),
    told('url', address),
    told('text', page.text),
    told('text', page.title),
  ];
}
