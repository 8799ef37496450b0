import type { SpacesOfAccount } from '@/provider/actor';
import { eachFlagName } from '@/lib/bookmark/fields';
import { fieldCodes, wordExpression } from '@/lib/domain/search-terms';
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
const foldedAnnotation = `mw_fold_fast(h.quote || ${border} || h.note || ${border} || h.tags)`;

/** Which texts of a bookmark are searched beside its fields. */
export interface TextSources {
  /** The text of its page, `page_contents p`. */
  readonly pages: boolean;
  /** The passages that the user annotated, and the notes on them. */
  readonly annotations: boolean;
}

/** The condition that an annotation of `bookmarks b` fulfils a condition on `highlights h`. */
export const hasAnnotation = (condition: string): string =>
  `exists (select from highlights h where h.account_id = b.account_id and h.bookmark_id = b.id and ${condition})`;

// Signs need no border: Chinese and Japanese words follow each other without a space. Words consist of letters, digits,
// marks and emoji, none of which is special in a regular expression.
const isSign = (word: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]$/u.test(word);

const between = `[^[:alnum:]\\x01]`;
const before = (word: string | undefined): string =>
  word !== undefined && isSign(word) ? '' : '(?:^|[^[:alnum:]])';
const after = (word: string | undefined): string =>
  word !== undefined && isSign(word) ? '' : '(?:$|[^[:alnum:]])';

const escaped = (word: string): string => word.replace(/[+*.]/g, '\\$&');

/** Pattern for adjacent words. The index has already verified that each occurs as a whole word. */
export function phrasePattern(words: readonly string[]): string {
  const inner = words.map((word, index) => {
    const previous = words[index - 1];
    if (previous === undefined) return escaped(word);
    return `${between}${isSign(word) || isSign(previous) ? '*' : '+'}${escaped(word)}`;
  });
  return before(words[0]) + inner.join('') + after(words.at(-1));
}

/** Pattern for a word that begins with the first form or equals one of the others. */
function wordPattern([first = '', ...others]: readonly string[]): string {
  const whole = others.map((other) => `${before(other)}${escaped(other)}${after(other)}`);
  return [`${before(first)}${escaped(first)}`, ...whole].map((form) => `(?:${form})`).join('|');
}

/**
 * What a condition on words includes: in `strict`, words as typed and longer ones; in `fields`, also what they may
 * stand for; in `texts`, also the texts of pages and annotations.
 */
export type Reach = 'strict' | 'fields' | 'texts';

/**
 * A condition on `bookmarks b` in two parts, both of which a row must fulfil: some `tsquery` for the index, all of
 * which have to match, and a check on the row. For an encrypted row, a condition on text is null, and so is its
 * negation.
 *
 * Each word has a `tsquery` of its own: in the same one, the index compares every entry of one word with all forms of
 * the others, which takes four times as long for words with many forms.
 */
export interface Compiled {
  readonly lexemes: readonly string[];
  readonly check: string | null;
}

const codesOf = (field: TermField): string => (field === 'title' ? 't' : fieldCodes);

const join = (kind: 'and' | 'or', parts: readonly string[]): string => `(${parts.join(` ${kind} `)})`;
const joinLexemes = (sign: '&' | '|', parts: readonly string[]): string => `(${parts.join(sign)})`;

/** Words of the searched library, by word of the query. */
export interface KnownWords extends SpacesOfAccount {
  /** Words that a word of the query may stand for, in addition to those that begin with it. */
  readonly expansions: ReadonlyMap<string, readonly string[]>;
  /** All words that begin with a word of the query, if they are known. */
  readonly completions: ReadonlyMap<string, readonly string[]>;
  /** Words of the query that match only themselves. */
  readonly whole: ReadonlySet<string>;
}

export interface CompileOptions {
  /**
   * Whether the words of a condition are hidden from the planner, in a subquery. Otherwise the planner assumes that a
   * rare word is half as frequent as the least frequent word of its statistics, overestimates queries of many rare
   * words, and reads all bookmarks of the space instead of the index.
   */
  hidesWords?: boolean;
  /** Whether so many rows are compared that collections are read as a whole, instead of a link for each row. */
  readsCollections?: boolean;
  /** For `texts`: those that are searched, and a `tsquery` of the forms of each word in them. */
  texts?: TextSources & { readonly words: ReadonlyMap<string, string> };
}

/** Compiles terms to SQL. Operands become parameters of the statement. */
export class TermCompiler {
  constructor(
    private readonly parameters: SqlParameters,
    private readonly known: KnownWords,
    private readonly options: CompileOptions = {},
  ) {}

  condition(term: Term, reach: Reach = 'fields'): string {
    return this.whole(this.compile(term, reach));
  }

  private whole({ lexemes, check }: Compiled): string {
    const parts = [...lexemes.map((each) => this.matches(each)), ...(check === null ? [] : [check])];
    return parts.length > 1 ? join('and', parts) : (parts[0] ?? 'true');
  }

  matches(lexemes: string): string {
    const value = `${this.parameters.add(lexemes)}::tsquery`;
    return `b.search @@ ${this.options.hidesWords === true ? `(select ${value})` : value}`;
  }

  private compile(term: Term, reach: Reach): Compiled {
    switch (term.kind) {
      case 'and':
        return this.all(term.terms.map((inner) => this.compile(inner, reach)));
      case 'or':
        return this.any(term.terms, reach);
      case 'not':
        // Words that only resemble the negated one exclude nothing.
        return { lexemes: [], check: `not ${this.condition(term.term, 'strict')}` };
      case 'words':
        return this.words(term, reach);
      case 'lexeme':
        return { lexemes: [quoteLexeme(term.lexeme)], check: null };
      default:
        return { lexemes: [], check: this.plain(term) };
    }
  }

  private all(parts: readonly Compiled[]): Compiled {
    const checks = parts.flatMap((part) => part.check ?? []);
    return {
      lexemes: parts.flatMap((part) => part.lexemes),
      check: checks.length === 0 ? null : join('and', checks),
    };
  }

  private any(terms: readonly Term[], reach: Reach): Compiled {
    const parts = terms.map((term) => this.compile(term, reach));
    const isWhole = parts.every(({ lexemes }) => lexemes.length > 0);
    return {
      lexemes: isWhole
        ? [
            joinLexemes(
              '|',
              parts.map(({ lexemes }) => joinLexemes('&', lexemes)),
            ),
          ]
        : [],
      check:
        isWhole && parts.every(({ check }) => check === null)
          ? null
          : join(
              'or',
              parts.map((part) => this.whole(part)),
            ),
    };
  }

  private words(term: Term & { kind: 'words' }, reach: Reach): Compiled {
    const { field, words, isPhrase } = term;
    if (reach === 'texts' && field === 'all') return { lexemes: [], check: this.inText(term) };
    const codes = codesOf(field);
    const expansions = (word: string): readonly string[] =>
      isPhrase || reach === 'strict' ? [] : this.expansionsOf(word);
    const lexemes = words.map(
      (word) => `(${this.lexemesOf(word, codes, isPhrase ? null : expansions(word))})`,
    );
    if (field !== 'url' && (!isPhrase || words.length === 1)) return { lexemes, check: null };
    if (isPhrase)
      return { lexemes, check: this.isPhraseOf(words, foldedText(field === 'url' ? 'u' : codes)) };
    const checks = words.map(
      (word) => `${foldedText('u')} ~ ${this.parameters.add(wordPattern([word, ...expansions(word)]))}`,
    );
    return { lexemes, check: join('and', checks) };
  }

  /**
   * The lexemes of a word: only itself if it is whole, or without `expansions`; otherwise also the words that begin
   * with it, and the expansions. Whole words are intersected while the index is read, which skips rows that lack one
   * of them; for a prefix, all entries are collected first, at four times the cost. Therefore the words that begin with
   * it are listed if they are known. The expansions are in brackets, so that an entry of the word itself is not compared
   * with them.
   */
  private lexemesOf(word: string, codes: string, expansions: readonly string[] | null): string {
    if (expansions === null || this.known.whole.has(word)) return wordExpression(word, codes, false);
    const completions = this.known.completions.get(word);
    const isListed = completions !== undefined && completions.length + expansions.length > 0;
    const list = (others: readonly string[]): string =>
      others.map((other) => wordExpression(other, codes, false)).join('|');
    const begun = isListed ? list(completions) : wordExpression(word, codes, true);
    if (expansions.length === 0) return begun;
    return begun === '' ? list(expansions) : `(${begun})|(${list(expansions)})`;
  }

  /** Each word may be in a field or in a text; the words of a phrase are in one of them. */
  private inText({ words, isPhrase }: Term & { kind: 'words' }): string {
    const parts = isPhrase ? [words] : words.map((word) => [word]);
    const checks = parts.map((those) => {
      const onBookmark = this.condition({ kind: 'words', field: 'all', words: those, isPhrase });
      const lexemes = this.onText(those, isPhrase);
      const { texts } = this.options;
      if (lexemes === null || texts === undefined) return onBookmark;
      const matches = (row: 'p' | 'h', text: string): string => {
        const hasWords = `${row}.search @@ ${this.parameters.add(lexemes)}::tsquery`;
        return those.length === 1 ? hasWords : join('and', [hasWords, this.isPhraseOf(those, text)]);
      };
      return join('or', [
        onBookmark,
        ...(texts.pages ? [matches('p', foldedPage)] : []),
        ...(texts.annotations ? [hasAnnotation(matches('h', foldedAnnotation))] : []),
      ]);
    });
    return checks.length === 1 ? (checks[0] ?? '') : join('and', checks);
  }

  /** A `tsquery` of words that a text has to have; null if it is not searched for one of them. */
  private onText(words: readonly string[], isPhrase: boolean): string | null {
    const parts = words.map((word) => {
      const forms = this.options.texts?.words.get(word);
      return forms === undefined ? null : isPhrase && words.length > 1 ? quoteLexeme(word) : `(${forms})`;
    });
    return parts.includes(null)
      ? null
      : joinLexemes(
          '&',
          parts.filter((part) => part !== null),
        );
  }

  /** A `tsquery` of texts that alone can fulfil the conditions of a term on words; null if any text can. */
  textLexemes(term: Term): string | null {
    switch (term.kind) {
      case 'words':
        return term.field === 'all' ? this.onText(term.words, term.isPhrase) : null;
      case 'and': {
        const parts = term.terms.map((inner) => this.textLexemes(inner)).filter((part) => part !== null);
        return parts.length === 0 ? null : joinLexemes('&', parts);
      }
      case 'or': {
        const parts = term.terms.map((inner) => this.textLexemes(inner));
        return parts.includes(null)
          ? null
          : joinLexemes(
              '|',
              parts.filter((part) => part !== null),
            );
      }
      default:
        return null;
    }
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
              and collection_id = any (${add(term.collectionIds)}::uuid[])${this.options.readsCollections === true ? ' offset 0' : ''})`;
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
    const repeated = `(b.space_id, b.url_key) in (select d.space_id, d.url_key from bookmarks d
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

/** The expression of the index on last visits. */
const lastVisit = `coalesce(b.last_accessed_at, '-infinity'::timestamptz)`;
const integerMax = 2_147_483_647;

const states: Readonly<Record<Exclude<(Term & { kind: 'is' })['state'], 'duplicate'>, string>> = {
  ...eachFlagName((name) => `b.${bookmarks[name].name}`),
  read: 'b.read_at is not null',
  annotated: 'exists (select from highlights h where h.account_id = b.account_id and h.bookmark_id = b.id)',
  encrypted: 'b.encrypted',
  broken: 'b.broken',
  untagged: `case when not b.encrypted then b.tags = '{}' end`,
};
