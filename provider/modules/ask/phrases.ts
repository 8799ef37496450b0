import { english } from '@/provider/modules/ask/english';
import type { Language, Phrases, WordClasses } from '@/provider/modules/ask/language';
import { portuguese } from '@/provider/modules/ask/portuguese';

/**
 * The notation of phrases: words separated by spaces; `(a|b c)` is one of them, `[a|b c]` may be missing, `{noun}` is a
 * piece, and `{n:number}` a piece that a rule reads as `n`. Anything else is a regular expression over the folded word:
 * `links?`, `favorit[oa]s?`, `last(?! <)`.
 */
const languages: readonly Language[] = [english, portuguese];

/** Returns the phrases of a slot in all languages. */
export const inAll = (read: (language: Language) => Phrases | undefined): string[] =>
  languages.flatMap((language) => read(language) ?? []);

/** Joins tables of the languages. */
export const joinTables = <T>(read: (language: Language) => Readonly<Record<string, T>>): Record<string, T> =>
  Object.assign({}, ...languages.map(read)) as Record<string, T>;

/** Joins lists of twelve months or seven days. */
export const joinLists = (read: (language: Language) => readonly Phrases[]): Phrases[] =>
  read(english).map((_, place) => inAll((language) => read(language)[place]));

const raw = (words: readonly string[]): string =>
  `(?:${words.toSorted((first, second) => second.length - first.length).join('|')})`;
const isShort = (word: string): boolean => word.length < 4 && word !== 'may';
const months = joinLists(({ calendar }) => calendar.months).flat();

/** Named pieces of phrases that are more than a class of words, as regular expressions or in the notation. */
const pieces: Readonly<Record<string, () => string>> = {
  number: () => `(?:\\d{1,4}|${raw(Object.keys(numbers))})`,
  count: () => `(?:\\d{1,4}|${joinPhrases(inAll(({ words }) => words.count))})`,
  month: () => raw(months.filter((word) => !isShort(word))),
  shortMonth: () => raw(months),
  weekday: () => `(?:${raw(joinLists(({ calendar }) => calendar.weekdays).flat())}(?: feira)?)`,
  season: () => raw(Object.keys(joinTables(({ calendar }) => calendar.seasons))),
  ordinal: () => raw(Object.keys(joinTables(({ calendar }) => calendar.ordinals))),
  year: () => '(?:19[89]\\d|20\\d\\d)',
  age: () => expandPieces('{n:number} {u:unit}'),
  // One word or a phrase in quotes, and up to four words.
  x: () => '(?<x><phrase>|[^ ,<>]+)',
  few: () => '(?<x>(?:<phrase>|[^ ,<>]+(?: [^ ,<>]+){0,3}?))',
  who: () => expandPieces('(?:{which} )?(?:{person} )*'),
  anyOpened: () => expandPieces('(?:{opened}|{open})'),
  time: () => '<(?:when|date|maybe|day)>',
  span: () => '<(?:date|maybe|day)>',
  anyNoun: () => expandPieces('(?:{noun}|{typeNoun})'),

  // What is before or after a phrase.
  /** The beginning, a comma or an item: the expression after it begins here. */
  begins: () => '(?<=(?:^|,|>) )',
  /** Nothing, a comma, an item, or a connector: the expression before it ends here. */
  ends: () => expandPieces('(?= (?:<|,|$|{connector} ))'),
  beforeName: () => expandPieces('(?= (?!(?:{connector}|de|of) )[^ <,])'),
  beforeThing: () => expandPieces('(?= (?:<|(?:{following}|{anyNoun}) ))'),
  beforeSome: () => expandPieces('(?= (?:{some}|{anyNoun}) )'),
  beforeNoun: () => expandPieces('(?= {anyNoun} )'),
  beforeSingle: () => expandPieces('(?= {single} )'),
  beforeThings: () => expandPieces('(?= (?:<type>|{anyNoun}|favou?rites|favorit[oa]s) )'),
  notAtTime: () => expandPieces('(?! {time})'),
  // In `I have never used git`, it is not a page that was not used.
  notUsed: () => '(?!(?:used?|us[eo]i?) (?!<|,|$|yet |ainda |before |about |that |which |sobre |que ))',
  // Excludes `how many times did I open it`.
  begun: () => expandPieces('(?<=(?:^|,|>| (?:what|which|{anyNoun})) )'),
  // In `toys for kids over 3 years old`, the age is not that of a bookmark.
  notOfSomeone: () => expandPieces('(?<! {someone}(?: que)? )'),
  dates: () => expandPieces('(?<=(?:^|,|>| (?:{anyNoun}|{saved}|{dated})) )'),
  ofPages: () =>
    expandPieces('{notOfSomeone}(?:{dates}|(?<= {anyNoun}(?: [^ ,<>]+){1,4} )|(?<= <gap> (?:from|d[aeo]) [^ ,<>]+ ))'),
}; // prettier-ignore

export const numbers: Readonly<Record<string, number>> = joinTables(({ calendar }) => calendar.numbers);
export const readNumber = (sign: string): number => numbers[sign] ?? Number(sign);

const known = new Map<string, string>();

/** Returns the regular expression of a piece. */
function piece(name: string): string {
  const found = known.get(name) ?? pieces[name]?.() ?? classOf(name);
  known.set(name, found);
  return found;
}

function classOf(name: string): string {
  const phrases = inAll(({ words }) => words[name as keyof WordClasses]);
  if (phrases.length === 0) throw new Error(`Unknown piece of a phrase: ${name}`);
  return joinPhrases(phrases);
}

const expandPieces = (source: string): string =>
  source.replace(/\{(?:(?<group>[a-z]+):)?(?<name>[a-zA-Z]+)\}/g, (_, group: string | undefined, name: string) =>
    group === undefined ? piece(name) : `(?<${group}>${piece(name)})`,
  ); // prettier-ignore

/** Splits at a separator outside of brackets. */
function split(source: string, separator: '|' | ' '): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const letter of source) {
    depth += '([{'.includes(letter) ? 1 : ')]}'.includes(letter) ? -1 : 0;
    if (letter === separator && depth === 0) {
      parts.push(part);
      part = '';
    } else part += letter;
  }
  return [...parts, part];
}

/** Returns the end of the bracket that begins at a position. */
function endOf(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    depth += '(['.includes(source.charAt(at)) ? 1 : ')]'.includes(source.charAt(at)) ? -1 : 0;
    if (depth === 0) return at;
  }
  throw new Error(`A bracket of a phrase is not closed: ${source}`);
}

/** Expands the groups of one word; `(?` begins a regular expression. */
function expandWord(source: string): string {
  if (source.startsWith('[')) throw new Error(`Optional words of a phrase end with a space: ${source}`);
  let text = '';
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] !== '(') text += source.charAt(at);
    else {
      const end = endOf(source, at);
      const inner = source.slice(at + 1, end);
      text += inner.startsWith('?') ? `(${inner})` : `(?:${expandAlternatives(inner)})`;
      at = end;
    }
  }
  return text;
}

function expandAlternative(source: string): string {
  const words = split(source, ' ').map((word) => {
    const isOptional = word.startsWith('[') && endOf(word, 0) === word.length - 1;
    return { isOptional, text: isOptional ? expandAlternatives(word.slice(1, -1)) : expandWord(word) };
  });
  const first = words.findIndex(({ isOptional }) => !isOptional);
  if (first === -1) throw new Error(`A phrase without a required word: ${source}`);
  return words
    .map(({ isOptional, text }, place) => {
      if (place < first) return `(?:(?:${text}) )?`;
      return place === first ? text : isOptional ? `(?: (?:${text}))?` : ` ${text}`;
    })
    .join('');
}

const expandAlternatives = (source: string): string => split(source, '|').map(expandAlternative).join('|');

/** Returns a regular expression that matches any of the phrases. */
export const joinPhrases = (phrases: Phrases): string =>
  `(?:${phrases.map((phrase) => expandPieces(expandAlternatives(phrase))).join('|')})`;

/** Returns the regular expression of a phrase. */
export const expand = (phrase: string): string => joinPhrases([phrase]);

/** Returns the regular expression of a slot, in all languages. */
export const slot = (read: (language: Language) => Phrases | undefined): string => joinPhrases(inAll(read));
