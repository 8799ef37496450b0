import { sql } from 'drizzle-orm';
import { foldText } from '@/lib/domain/search-words';
import type { SpacesOfAccount } from '@/provider/actor';
import { executePrepared, inline, type Database } from '@/provider/db/client';
import { inTransaction } from '@/provider/db/transaction';
import type { Names } from '@/provider/modules/ask/names';
import { expand, inAll } from '@/provider/modules/ask/phrases';
import type { Token } from '@/provider/modules/ask/tokens';

/** What the bookmarks of a library call things, as far as a question may mean it. */
export interface LibraryWords {
  /** Runs of words of the question that are the whole title of a bookmark, folded. */
  readonly titles: ReadonlySet<string>;
  /** Ambiguous words of the question that few titles and tags contain, but at least one. */
  readonly rare: ReadonlySet<string>;
  /** Whether a bookmark is a favorite. In the Portuguese interface, every bookmark is called one. */
  readonly hasFavorites: boolean;
}

export const noLibraryWords: LibraryWords = { titles: new Set(), rare: new Set(), hasFavorites: true };

const ambiguous = new Set(inAll((language) => language.ambiguous));
const beforeVerb = new Set(inAll((language) => language.beforeVerb));
const afterVerb = new Set(inAll((language) => language.afterVerb));

const punctuationAround = /^[^\p{L}\p{N}]+|[?!;:.,…]+$/gu;
const longestRun = 4;
const runsMax = 200;
const ambiguousMax = 16;
/** Number of the newest bookmarks by which a word is known to be frequent, so that the index is not asked for it. */
const sampled = 300;

/** Those of every search. */
const settings = ['set local statement_timeout = 8000', 'set local enable_seqscan = off'];

interface FoundWords {
  titles: string[];
  rare: string[];
  hasFavorites: boolean;
}

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/\s+/)
    .map((word) => word.replace(punctuationAround, ''))
    .filter((word) => word !== '');

/** Reads what the question may mean, in one statement. Few is one percent of the newest bookmarks, and at least three. */
export async function readLibraryWords(
  db: Database,
  { accountId, spaceIds }: SpacesOfAccount,
  text: string,
): Promise<LibraryWords> {
  const words = wordsOf(text);
  const runs = words.flatMap((_, start) =>
    Array.from({ length: longestRun }, (__, more) => words.slice(start, start + more + 1).join(' ')),
  );
  const asked = [...new Set(words.filter((word) => ambiguous.has(word)))].slice(0, ambiguousMax);
  const titles = [words.join(' '), ...new Set(runs)].slice(0, runsMax);
  const spaces = sql`${sql.param(spaceIds)}::uuid[]`;
  const statement = sql`with newest as materialized (
        select b.search from unnest(${spaces}) s (id) cross join lateral (
          select b.search, b.created_at from bookmarks b
          where b.account_id = ${accountId} and b.space_id = s.id and b.deleted_at is null
          order by b.created_at desc, b.id desc limit ${inline(sampled)}) b
        order by b.created_at desc limit ${inline(sampled)}),
      asked as materialized (
        select word, (quote_literal('t' || word) || '|' || quote_literal('g' || word))::tsquery as lexemes
        from unnest(${sql.param(asked)}::text[]) word),
      few as materialized (
        select a.word, a.lexemes from asked a
        where (select count(*) from newest n where n.search @@ a.lexemes) <= greatest(3, (select count(*) from newest) / 100))
      select
        array(select distinct b.title_key from bookmarks b where b.account_id = ${accountId} and b.space_id = any(${spaces})
          and b.title_key = any(${sql.param(titles)}::text[]) and b.deleted_at is null and not b.encrypted) as titles,
        array(select f.word from few f where (select count(*) from unnest(${spaces}) s (id) cross join lateral (
          select from bookmarks b where b.account_id = ${accountId} and b.space_id = s.id and b.search @@ f.lexemes
            and b.deleted_at is null offset 0) b) > 0) as rare,
        exists (select from bookmarks b where b.account_id = ${accountId} and b.space_id = any(${spaces}) and b.favorite
          and b.deleted_at is null) as "hasFavorites"`;
  const { rows } = await inTransaction(
    db,
    (tx) => executePrepared<FoundWords>(tx, 'ask-library-words', statement),
    settings,
  );
  const [found] = rows;
  return found
    ? { titles: new Set(found.titles), rare: new Set(found.rare), hasFavorites: found.hasFavorites }
    : noLibraryWords;
}

/** Pronouns are names except after a verb: `us tax`, `articles about it`. */
const pronouns = new Set(['it', 'us', 'me']);
const connects = new RegExp(`^${expand('(?:{connector}|for|of|de)')}$`);
const isWord = (token: Token | undefined): boolean => token !== undefined && !connects.test(token.sign);

const capitals = /^\p{Lu}{2,}$/u;
const isCapitalized = (token: Token | undefined): boolean =>
  token !== undefined && /^\p{Lu}/u.test(token.text);

/**
 * Returns the words of a question that are names although they may connect others: in capitals among other words, or
 * called so by a tag, a collection or few titles, unless their neighbors show that they are a verb or a pronoun.
 */
export function namesAmong(
  tokens: readonly Token[],
  names: Names,
  { rare }: LibraryWords,
): ReadonlySet<Token> {
  const isShouted = tokens.every(({ text }) => text === text.toUpperCase());
  const isTitle = tokens.every(isCapitalized);
  const isName = (token: Token, index: number): boolean => {
    const { text, sign } = token;
    if (capitals.test(text) && !isShouted) return true;
    // The first word of a name of several: `The Who`, `São Paulo`.
    if (index > 0 && !isTitle && isCapitalized(token) && isCapitalized(tokens[index + 1])) return true;
    if (!ambiguous.has(sign) || beforeVerb.has(tokens[index - 1]?.sign ?? '')) return false;
    if (afterVerb.has(tokens[index + 1]?.sign ?? '')) return false;
    if (pronouns.has(sign) && isWord(tokens[index - 1]) && !isWord(tokens[index + 1])) return false;
    return rare.has(sign) || (names.tag(sign, '') ?? names.collection(sign, '')) !== null;
  };
  return new Set(tokens.filter((token, index) => token.item === null && isName(token, index)));
}
