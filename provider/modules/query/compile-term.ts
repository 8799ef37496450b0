import type { SpacesOfAccount } from '@/provider/actor';
import { flagNames, type FlagName } from '@/lib/bookmark/fields';
import { bookmarkTiers, searchTiers, wordExpression } from '@/lib/domain/search-terms';
import { quoteLexeme } from '@/lib/domain/search-words';
import type { SqlParameters } from '@/provider/db/client';
import { bookmarks } from '@/provider/db/schema/library';
import type { Term, TermField } from '@/provider/modules/query/term';

/** Separator that occurs in no text and matches no pattern, so that a phrase cannot span two fields. */
const border = `E'\\x01'`;

// Like `searchablePath`: escapes that are left in a readable path separate words.
const address = `coalesce(b.domain, '') || regexp_replace(coalesce(b.path, ''), '%[0-9A-Fa-f]{2}', ' ', 'g')`;

/** SQL expressions of the fields behind the codes of the index; `u` is the address. */
const texts: Readonly<Record<string, string>> = {
  t: 'b.title',
  g: `array_to_string(b.tags, ${border})`,
  h: address,
  x: `coalesce(b.description, '')`,
  n: `coalesce(b.notes, '')`,
  u: address,
};

/** Text of a bookmark's fields, folded nearly like the index; null for an encrypted bookmark. */
function foldedText(codes: string): string {
  const parts = [...codes].map((code) => texts[code] ?? `''`);
  return `case when not b.encrypted then mw_fold_fast(${parts.join(` || ${border} || `)}) end`;
}

/** Folded text of a page. It is stored normalized, which is the slowest step of `mw_fold`, so only the rest is left. */
const foldedPage = `lower(public.unaccent('public.unaccent'::regdictionary, p.text))`;

// Signs need no border: Chinese and Japanese words follow each other without a space. Words consist of letters, digits,
// marks and emoji, none of which is special in a regular expression.
const isSign = (word: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]$/u.test(word);

const between = `[^[:alnum:]\\x01]`;
const before = (word: string | undefined): string =>
  word !== undefined && isSign(word) ? '' : '(?:^|[^[:alnum:]])';
const after = (word: string | undefined): string =>
  word !== undefined && isSign(word) ? '' : '(?:$|[^[:alnum:]])';

/** Pattern for adjacent words. The index has already verified that each occurs as a whole word. */
function phrasePattern(words: readonly string[]): string {
  const inner = words.map((word, index) => {
    const previous = words[index - 1];
    if (previous === undefined) return word;
    return `${between}${isSign(word) || isSign(previous) ? '*' : '+'}${word}`;
  });
  return before(words[0]) + inner.join('') + after(words.at(-1));
}

/** Pattern for a word that begins with the first form or equals one of the others. */
function wordPattern([first = '', ...others]: readonly string[]): string {
  const whole = others.map((other) => `${before(other)}${other}${after(other)}`);
  return [`${before(first)}${first}`, ...whole].map((form) => `(?:${form})`).join('|');
}

/** Tier of bookmarks whose page text has the words; `p` is their row of `page_contents`. */
export const pageTier = bookmarkTiers + 1;

/**
 * A condition on `bookmarks b` in two parts, both of which a row must fulfil: a `tsquery` for the index, and a check on
 * the row. For an encrypted row, a condition on text is null, and so is its negation.
 */
export interface Compiled {
  readonly lexemes: string | null;
  readonly check: string | null;
}

const everyCode = searchTiers[searchTiers.length - 1] ?? '';
const codesOf = (field: TermField, tier: number): string =>
  field === 'title' ? 't' : field === 'url' ? everyCode : (searchTiers[tier - 1] ?? everyCode);

const join = (kind: 'and' | 'or', parts: readonly string[]): string => `(${parts.join(` ${kind} `)})`;
const joinLexemes = (sign: '&' | '|', parts: readonly string[]): string => `(${parts.join(sign)})`;

/** Words of the searched library, by word of the query. */
export interface KnownWords extends SpacesOfAccount {
  /** Words that a word of the query may stand for, in addition to those that begin with it. */
  readonly expansions: ReadonlyMap<string, readonly string[]>;
  /** All words that begin with a word of the query, if they are known. */
  readonly completions: ReadonlyMap<string, readonly string[]>;
}

/** Compiles terms to SQL. Operands become parameters of the statement. */
export class TermCompiler {
  constructor(
    private readonly parameters: SqlParameters,
    private readonly known: KnownWords,
    /** Whether the condition is checked on a few rows one by one, so that it is optimized for a single row. */
    private readonly isByRow = false,
  ) {}

  condition(term: Term, tier: number): string {
    return this.whole(this.compile(term, tier));
  }

  private whole({ lexemes, check }: Compiled): string {
    const parts = [...(lexemes === null ? [] : [this.matches(lexemes)]), ...(check === null ? [] : [check])];
    return parts.length === 1 ? (parts[0] ?? '') : join('and', parts);
  }

  matches(lexemes: string, column = 'b.search'): string {
    return `${column} @@ ${this.parameters.add(lexemes)}::tsquery`;
  }

  /**
   * A `tsquery` condition for the index of words. A subquery hides its value from the planner, which then expects few
   * rows. Otherwise the planner assumes that a rare word is half as frequent as the least frequent word of its
   * statistics, overestimates queries of many rare words, and reads all bookmarks of the space instead.
   */
  indexCondition(lexemes: string, isEstimated: boolean): string {
    return isEstimated
      ? this.matches(lexemes)
      : `b.search @@ (select ${this.parameters.add(lexemes)}::tsquery)`;
  }

  compile(term: Term, tier: number): Compiled {
    switch (term.kind) {
      case 'and':
        return this.all(term.terms.map((inner) => this.compile(inner, tier)));
      case 'or':
        return this.any(term.terms, tier);
      case 'not':
        // A negation is the same in every tier; words that only resemble the negated one exclude nothing.
        return { lexemes: null, check: `not ${this.condition(term.term, searchTiers.length)}` };
      case 'words':
        return this.words(term, tier);
      case 'lexeme':
        return { lexemes: quoteLexeme(term.lexeme), check: null };
      default:
        return { lexemes: null, check: this.plain(term) };
    }
  }

  private all(parts: readonly Compiled[]): Compiled {
    const lexemes = parts.flatMap((part) => part.lexemes ?? []);
    const checks = parts.flatMap((part) => part.check ?? []);
    return {
      lexemes: lexemes.length === 0 ? null : joinLexemes('&', lexemes),
      check: checks.length === 0 ? null : join('and', checks),
    };
  }

  private any(terms: readonly Term[], tier: number): Compiled {
    const parts = terms.map((term) => this.compile(term, tier));
    const lexemes = parts.flatMap((part) => part.lexemes ?? []);
    const isWhole = lexemes.length === parts.length;
    return {
      lexemes: isWhole ? joinLexemes('|', lexemes) : null,
      check:
        isWhole && parts.every(({ check }) => check === null)
          ? null
          : join(
              'or',
              parts.map((part) => this.whole(part)),
            ),
    };
  }

  private words({ field, words, isPhrase }: Term & { kind: 'words' }, tier: number): Compiled {
    if (tier === pageTier && field === 'all') return this.inPage(words, isPhrase);
    const codes = codesOf(field, tier);
    const expressions = words.map((word) =>
      [
        wordExpression(word, codes, !isPhrase),
        ...(isPhrase || tier < bookmarkTiers ? [] : this.expansionsOf(word)).map((other) =>
          wordExpression(other, codes, false),
        ),
      ].join('|'),
    );
    const lexemes = joinLexemes(
      '&',
      expressions.map((expression) => `(${expression})`),
    );
    if (field !== 'url' && (!isPhrase || words.length === 1)) return { lexemes, check: null };
    if (isPhrase) return { lexemes, check: this.isPhraseOf(words, foldedText(codesOfText(field, codes))) };
    const forms = words.map((word) => [word, ...(tier < bookmarkTiers ? [] : this.expansionsOf(word))]);
    const checks = forms.map((those) => `${foldedText('u')} ~ ${this.parameters.add(wordPattern(those))}`);
    return { lexemes, check: join('and', checks) };
  }

  /**
   * The part of a condition that the index can evaluate, as alternatives; empty if there is none. Given very many
   * lexemes at once, the index compares each row of the frequent ones with all of them, so expanded words are looked up
   * separately. Whole words are intersected while they are read, which skips rows that lack one of them; for a prefix
   * the index first collects all its entries, at four times the cost.
   */
  alternatives(term: Term, tier: number): readonly string[] {
    const { lexemes } = this.compile(term, tier);
    if (lexemes === null) return [];
    if (term.kind !== 'words' || term.isPhrase) return [lexemes];
    const codes = codesOf(term.field, tier);
    const [word = '', ...others] = term.words;
    if (others.length > 0)
      return [
        joinLexemes(
          '&',
          term.words.map((each) => `(${this.alternativesOf(each, codes, tier).join('|')})`),
        ),
      ];
    const alternatives = this.alternativesOf(word, codes, tier);
    return this.expansionsOf(word).length < separateFrom ? [alternatives.join('|')] : alternatives;
  }

  /** Whether the index looks up whole words for a term, and no prefixes. */
  isExact(term: Term): boolean {
    if (term.kind === 'lexeme') return true;
    return (
      term.kind === 'words' && (term.isPhrase || term.words.every((word) => this.known.completions.has(word)))
    );
  }

  /** Lexemes of a word as typed, and of the words that it may stand for. */
  private alternativesOf(word: string, codes: string, tier: number): string[] {
    const whole = (words: readonly string[]): string =>
      words.map((other) => wordExpression(other, codes, false)).join('|');
    const completions = this.known.completions.get(word);
    const typed =
      completions === undefined || completions.length === 0
        ? wordExpression(word, codes, true)
        : whole(completions);
    const expansions = tier < bookmarkTiers ? [] : this.expansionsOf(word);
    if (expansions.length === 0) return [typed];
    return completions?.length === 0 ? [whole(expansions)] : [typed, whole(expansions)];
  }

  private inPage(words: readonly string[], isPhrase: boolean): Compiled {
    const onBookmark = this.condition({ kind: 'words', field: 'all', words, isPhrase }, bookmarkTiers);
    const onPage = [this.matches(this.pageLexemes(words, isPhrase), 'p.search')];
    if (isPhrase && words.length > 1) onPage.push(this.isPhraseOf(words, foldedPage));
    return { lexemes: null, check: join('or', [onBookmark, join('and', onPage)]) };
  }

  /** A `tsquery` on the index of page texts, whose lexemes have no code of a field. */
  pageLexemes(words: readonly string[], isPhrase: boolean): string {
    const forms = words.map((word) => {
      if (isPhrase) return quoteLexeme(word);
      return [`${quoteLexeme(word)}:*`, ...this.expansionsOf(word).map(quoteLexeme)].join('|');
    });
    return joinLexemes(
      '&',
      forms.map((form) => `(${form})`),
    );
  }

  private isPhraseOf(words: readonly string[], text: string): string {
    return `${text} ~ ${this.parameters.add(phrasePattern(words))}`;
  }

  private readonly expansionsOf = (word: string): readonly string[] => this.known.expansions.get(word) ?? [];

  private plain(term: Term): string {
    const add = (value: unknown): string => this.parameters.add(value);
    switch (term.kind) {
      case 'in':
        return term.collectionIds.length === 0
          ? 'false'
          : `b.id in (select bookmark_id from bookmark_collections where account_id = ${add(this.known.accountId)}
              and collection_id = any (${add(term.collectionIds)}::uuid[]))`;
      case 'ids':
        return `b.id = any (${add(term.ids)}::uuid[])`;
      case 'elsewhere':
        return `exists (select from bookmark_collections o where o.account_id = b.account_id and o.bookmark_id = b.id
          and o.collection_id <> all (${add(term.collectionIds)}::uuid[]))`;
      case 'created':
        return this.between('b.created_at', term);
      case 'visited':
        return join('and', [`${lastVisit} > '-infinity'`, this.between(lastVisit, term)]);
      case 'never-visited':
        return `${lastVisit} = '-infinity'`;
      case 'visits':
        return `b.visits ${term.op} ${add(Math.min(term.count, integerMax))}::integer`;
      case 'is':
        return term.state === 'duplicate' ? this.duplicate() : states[term.state];
      default:
        return 'false';
    }
  }

  private duplicate(): string {
    const repeated = this.isByRow
      ? `exists (select from bookmarks d
          where d.account_id = b.account_id and d.space_id = b.space_id and d.url_key = b.url_key
          and d.deleted_at is null and d.id <> b.id)`
      : `(b.space_id, b.url_key) in (select d.space_id, d.url_key from bookmarks d
          where d.account_id = ${this.parameters.add(this.known.accountId)}
            and d.space_id = any (${this.parameters.add(this.known.spaceIds)}::uuid[]) and d.deleted_at is null
            and d.url_key is not null group by d.space_id, d.url_key having count(*) > 1)`;
    return `case when not b.encrypted then ${repeated} end`;
  }

  private between(column: string, { from, before }: { from: Date | null; before: Date | null }): string {
    const parts = [
      ...(from === null ? [] : [`${column} >= ${this.parameters.add(from)}::timestamptz`]),
      ...(before === null ? [] : [`${column} < ${this.parameters.add(before)}::timestamptz`]),
    ];
    return parts.length === 0 ? 'true' : join('and', parts);
  }
}

/** With this many expanded words or more, they are looked up separately from the typed word. */
const separateFrom = 4;

/** The expression of the index on last visits. */
const lastVisit = `coalesce(b.last_accessed_at, '-infinity'::timestamptz)`;
const integerMax = 2_147_483_647;

const states: Readonly<Record<Exclude<(Term & { kind: 'is' })['state'], 'duplicate'>, string>> = {
  ...(Object.fromEntries(flagNames.map((name) => [name, `b.${bookmarks[name].name}`])) as Record<
    FlagName,
    string
  >),
  read: 'b.read_at is not null',
  encrypted: 'b.encrypted',
  broken: 'b.broken',
  untagged: `case when not b.encrypted then b.tags = '{}' end`,
};

const codesOfText = (field: TermField, codes: string): string => (field === 'url' ? 'u' : codes);
