import { bookmarkTiers } from '@/lib/domain/search-terms';
import { quoteLexeme } from '@/lib/domain/search-words';
import type { WeightedWord } from '@/provider/modules/search/word-weights';
import { Parameters } from '@/provider/services/listing/parameters';
import type { Statement } from '@/provider/services/search/hit';
import { visitsLift } from '@/provider/services/search/ordering';
import type { PreparedQuery } from '@/provider/services/search/prepare-query';
import { matchingRows } from '@/provider/services/search/search-rows';
import type { SearchScope } from '@/provider/services/search/search-scope';
import type { Term } from '@/provider/services/search/term';

/** A bookmark with some words of a question, and which of its conditions it fulfils. */
export interface Candidate {
  id: string;
  /** Weights of the words that it has. */
  score: number;
  fulfils: boolean[];
}

export interface ClosestRequest {
  words: readonly WeightedWord[];
  /** Of each word, the collections that bear it in their names. */
  collectionIds: readonly (readonly string[])[];
  /** Conditions that every candidate has to fulfil. */
  required: readonly Term[];
  /** And those that are reported. */
  reported: readonly Term[];
  currentSpaceId: string;
}

const fields = { title: ['t'], tags: ['g', 'h'], rest: ['x'] } as const;
const candidatesMax = 2_000;
const collectedMax = 500;
const keptMax = 200;
/** Bookmarks that the index may lead to: the rarest words lead, the others only rank. */
const leadsMax = 4_000;

const anyOf = (words: readonly string[], codes: readonly string[]): string =>
  words.flatMap((word) => codes.map((code) => quoteLexeme(code + word))).join('|');

/** The best place that a word stands in, as a part of its weight. */
function scoreOf(word: WeightedWord, collectionIds: readonly string[], parameters: Parameters): string {
  const matches = (words: readonly string[], codes: readonly string[], part: number): string =>
    words.length === 0 ? '' : `when b.search @@ ${parameters.add(anyOf(words, codes))}::tsquery then ${part}`;
  const everywhere = Object.values(fields).flat();
  const inCollection =
    collectionIds.length === 0
      ? ''
      : `when b.id in (select bookmark_id from bookmark_collections
          where collection_id = any (${parameters.add(collectionIds)}::uuid[])) then 0.6`;
  const cases = [
    matches(word.strong, fields.title, 1),
    matches(word.strong, fields.tags, 0.85),
    matches(word.weak, fields.title, 0.65),
    matches(word.strong, fields.rest, 0.6),
    inCollection,
    matches(word.weak, everywhere, 0.4),
  ];
  return `${parameters.add(word.weight)}::float8 * (case ${cases.join(' ')} else 0 end)`;
}

/** The rarest words, as many as lead to an affordable number of bookmarks. */
function leading(words: readonly WeightedWord[]): WeightedWord[] {
  let sum = 0;
  return words
    .toSorted((a, b) => a.uses - b.uses)
    .filter(({ uses }, place) => {
      sum += uses;
      return place === 0 || sum <= leadsMax;
    });
}

/** Bookmarks with some of the words, the best first: of equal ones those of the current space, then the newest. */
export function closestStatement(
  scope: SearchScope,
  prepared: PreparedQuery,
  { words, collectionIds, required, reported, currentSpaceId }: ClosestRequest,
): Statement {
  const parameters = new Parameters();
  const compiler = prepared.compiler(parameters);
  const has = (terms: readonly Term[]): string =>
    terms.length === 0 ? '' : ` and ${compiler.condition({ kind: 'and', terms }, bookmarkTiers)}`;
  const lexemes = anyOf(
    leading(words).flatMap(({ strong, weak }) => [...strong, ...weak]),
    Object.values(fields).flat(),
  );
  const condition = `b.search @@ ${parameters.add(lexemes)}::tsquery${has(required)}`;
  const led = matchingRows(scope, { columns: 'b.id', condition }, parameters);
  const named = [...new Set(collectionIds.flat())];
  const collected =
    named.length === 0
      ? ''
      : ` union (select b.id from bookmark_collections l join bookmarks b on b.id = l.bookmark_id
          where l.collection_id = any (${parameters.add(named)}::uuid[]) and l.live
            and b.space_id = any (${parameters.add(scope.spaceIds)}::uuid[]) and not b.encrypted${has(required)}
          order by l.created_at desc limit ${collectedMax})`;
  const scores = words.map((word, place) => scoreOf(word, collectionIds[place] ?? [], parameters));
  const flags = reported.map((term) => `coalesce(${compiler.condition(term, bookmarkTiers)}, false)`);
  // The limit is outside of a materialized query, or the planner prefers to filter the whole space until it is reached;
  // the scores are in one, or the sort computes each of them once more.
  const text = `
    with l as materialized (${led}),
      c as materialized ((select id from l limit ${candidatesMax})${collected}),
      s as materialized (
        select b.id, b.space_id, ${visitsLift.keys[0]?.sql ?? 'b.created_at'} as lift,
          ${scores.join(' + ')} as score, array[${flags.join(', ')}]::boolean[] as fulfils
        from c join bookmarks b on b.id = c.id)
    select id, score, fulfils from s
    order by round(score::numeric, 3) desc, (space_id = ${parameters.add(currentSpaceId)}::uuid) desc, lift desc, id desc
    limit ${keptMax}`;
  return { text, values: parameters.values };
}
