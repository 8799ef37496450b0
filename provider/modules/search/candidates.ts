import type { SqlParameters } from '@/provider/db/client';
import type { TermCompiler, TextSources } from '@/provider/modules/query/compile-term';
import type { PreparedQuery } from '@/provider/modules/query/prepare-query';
import { termConjuncts, visitTerms, type Term } from '@/provider/modules/query/term';
import { inEachSpace, inScope, matchingRows, type SearchScope } from '@/provider/modules/search/rows';
import { anyOf, textWord, type ScoreOptions } from '@/provider/modules/search/score';
import type { RankedWord } from '@/provider/modules/search/words';

/** A search of one query: its scope, its conditions, and how its hits are ranked. */
export interface RankedSearch {
  readonly scope: SearchScope;
  readonly prepared: PreparedQuery;
  readonly ranking: ScoreOptions;
  /** The texts that are searched beside the fields of bookmarks. */
  readonly texts: TextSources;
}

export const hasTexts = ({ texts }: Pick<RankedSearch, 'texts'>): boolean => texts.pages || texts.annotations;

/** The compiler of a query for conditions on `bookmarks b`, or also on its texts. */
export function compilerOf(
  { prepared, ranking, texts }: RankedSearch,
  reach: 'fields' | 'texts',
  parameters: SqlParameters,
  readsCollections = false,
): TermCompiler {
  if (reach === 'fields') return prepared.compiler(parameters, { hidesWords: true, readsCollections });
  const words = ranking.words.filter(({ text }) => ranking.required.has(text));
  return prepared.compiler(parameters, {
    texts: { ...texts, words: new Map(words.map((word) => [word.text, textWord(word)])) },
  });
}

/** The condition of a hit on `bookmarks b`, or also on its texts. */
export const conditionOf = (
  search: RankedSearch,
  reach: 'fields' | 'texts',
  parameters: SqlParameters,
  readsCollections = false,
): string =>
  search.prepared.term === null
    ? 'true'
    : compilerOf(search, reach, parameters, readsCollections).condition(search.prepared.term, reach);

/** A condition for which the planner must not use an index. */
export const withoutIndex = (condition: string): string => `case when ${condition} then true else false end`;

/** Maximum number of pages and of annotations that are read for a query, and of bookmarks whose texts are. */
const textsMax = 1_000;
/** The same for a phrase, which is looked for in the text itself. */
const phraseTextsMax = 200;
/** If more bookmarks have each word of a query, its words are not divided between bookmark and texts. */
const rareMax = 4_000;

/** The ids of bookmarks with a text that has words, for each kind of text: at most `most`. */
export function textsWith(
  { scope, texts }: RankedSearch,
  lexemes: string,
  most: number,
  parameters: SqlParameters,
): string[] {
  const account = parameters.add(scope.accountId);
  // The planner must not see a frequent word: it would compare all texts of the account instead.
  const matches = `search @@ (select ${parameters.add(lexemes)}::tsquery)`;
  const ofSpace = (space: string): string =>
    `select bookmark_id as id from page_contents where account_id = ${account} and space_id = ${space} and ${matches}`;
  return [
    ...(texts.pages ? [`(${inEachSpace(scope, ofSpace, parameters)} limit ${most})`] : []),
    ...(texts.annotations
      ? [
          `(select bookmark_id as id from highlights where account_id = ${account} and ${matches} limit ${most})`,
        ]
      : []),
  ];
}

type Words = Term & { kind: 'words' };

function someWords(term: Term, isWanted: (words: Words) => boolean): boolean {
  let found = false;
  visitTerms(term, (inner) => {
    found ||= inner.kind === 'words' && isWanted(inner);
  });
  return found;
}

export const hasWords = (term: Term): boolean => someWords(term, () => true);
const isAnywhere = (term: Term): term is Words =>
  term.kind === 'words' && term.field === 'all' && !term.isPhrase;
export const hasPhrase = (term: Term): boolean =>
  someWords(term, ({ isPhrase, words }) => isPhrase && words.length > 1);

/** The rarest of several words that every hit has; null if even that one is frequent. */
function rareWord({ prepared, ranking }: RankedSearch): RankedWord | null {
  const texts = termConjuncts(prepared.term).flatMap((term) => (isAnywhere(term) ? term.words : []));
  const words = ranking.words.filter(({ text }) => texts.includes(text));
  const [rarest, ...others] = words.toSorted((a, b) => a.uses - b.uses);
  return rarest === undefined || others.length === 0 || rarest.uses > rareMax ? null : rarest;
}

/** Rows of a statement, as queries without rows in common, and the CTEs that they are read from. */
export interface Rows {
  readonly tables: readonly string[];
  readonly rows: readonly string[];
  /** Whether there may be more. */
  readonly isCut: string;
}

/**
 * Returns the hits by texts that are not in the table `own`, among the bookmarks that have a text with all words, those
 * that have the rarest word, so that the others may be divided between bookmark and texts, and those that fulfil the
 * other conditions. At most some of each are read. Null if there is nothing to be looked up in texts. The parameters of
 * the columns are added only if there is: a statement must not have unused ones.
 *
 * A page that has all words according to the index is not read: nothing takes as long as its words.
 */
export function textHits(
  search: RankedSearch,
  columns: (reach: 'texts' | 'page') => string,
  parameters: SqlParameters,
): Rows | null {
  const { scope, prepared } = search;
  if (!hasTexts(search) || prepared.term === null) return null;
  const compiler = compilerOf(search, 'texts', parameters);
  const lexemes = compiler.textLexemes(prepared.term);
  if (lexemes === null) return null;
  const most = hasPhrase(prepared.term) ? phraseTextsMax : textsMax;
  const conjuncts = termConjuncts(prepared.term);
  const others = conjuncts.filter((term) => !hasWords(term));
  const condition = others.length === 0 ? null : compiler.condition({ kind: 'and', terms: others });
  const matching = (fulfilled: string): string =>
    `(${matchingRows(scope, { columns: 'b.id', condition: fulfilled }, parameters)} limit ${most})`;
  const lists = textsWith(search, lexemes, most, parameters);
  const isInText = (term: Term): boolean => isAnywhere(term) && compiler.textLexemes(term) !== null;
  const isByPage = search.texts.pages && conjuncts.every((term) => !hasWords(term) || isInText(term));
  const pages = isByPage ? lists.shift() : null;
  const rarest = rareWord(search);
  if (rarest !== null) {
    lists.push(
      ...textsWith(search, textWord(rarest), most, parameters),
      matching(`b.search @@ (select ${parameters.add(anyOf([rarest]))}::tsquery)`),
    );
  }
  // Either of them contains all hits if it was read as a whole.
  const complete = ['by_words', ...(condition === null ? [] : ['restricted'])];
  const account = parameters.add(scope.accountId);
  const found = `${inScope(scope, parameters)} and b.id not in (select id from own)`;
  return {
    tables: [
      `pages as materialized ${pages ?? '(select null::uuid as id limit 0)'}`,
      `by_words as materialized (${['select id from pages', ...lists].join(' union ')})`,
      ...(condition === null ? [] : [`restricted as materialized ${matching(condition)}`]),
      `candidates as (select id from (${complete.map((name) => `select id from ${name}`).join(' union ')}) c
        except select id from pages)`,
    ],
    rows: [
      `select ${columns('page')} from ${rowsOf('pages', account)}
        where ${found} and ${withoutIndex(condition ?? 'true')}`,
      `select ${columns('texts')} from ${rowsOf('candidates', account)} ${joinPage(search)}
        where ${found} and ${withoutIndex(conditionOf(search, 'texts', parameters))}`,
    ],
    isCut: complete.map((name) => `(select count(*) from ${name}) >= ${most}`).join(' and '),
  };
}

/** The bookmarks with the ids of a table, as `b`. The planner must find them by id, before any other condition. */
export const rowsOf = (table: string, account: string): string =>
  `(select * from bookmarks b where b.account_id = ${account} and b.id = any (array(select id from ${table})) offset 0) b`;

/** Joins the page of a bookmark, as `p`, if the texts of pages are searched. */
export const joinPage = ({ texts }: RankedSearch): string =>
  texts.pages ? 'left join page_contents p on p.account_id = b.account_id and p.bookmark_id = b.id' : '';
