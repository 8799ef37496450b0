import type { BookmarkType, QuerySort, QueryState } from '@/lib/domain/query/query';

/** Phrases in the notation of docs/recipes/add-a-phrase.md, folded: lower case, without accents. */
export type Phrases = readonly string[];

/** Classes of words, which phrases name in braces. The classes of all languages are joined. */
export interface WordClasses {
  /** A bookmark of any kind. */
  noun: Phrases;
  /** A kind of bookmark. */
  typeNoun: Phrases;
  /** One bookmark of a kind. */
  single: Phrases;
  tag: Phrases;
  collection: Phrases;
  /** A word that may follow a complete expression. */
  connector: Phrases;
  article: Phrases;
  /** A number from two on, in digits or words. */
  count: Phrases;
  /** Participle or past tense of opening a page. */
  opened: Phrases;
  /** Present tense of opening a page. */
  open: Phrases;
  /** Participle of opening a page that may follow `most`. */
  participle: Phrases;
  saved: Phrases;
  save: Phrases;
  /** The time shortly before now. As a condition it would need a limit, so it sorts the results. */
  recently: Phrases;
  not: Phrases;
  /** A negation of a verb of opening. */
  neither: Phrases;
  /** Words between a negation and what is negated. */
  determiner: Phrases;
  auxiliary: Phrases;
  /** Who visited or saved a page. */
  person: Phrases;
  which: Phrases;
  were: Phrases;
  /** Words before all of something, which mean nothing for the search. */
  all: Phrases;
  each: Phrases;
  /** A word after which a thing follows: `find the`. */
  following: Phrases;
  some: Phrases;
  forMe: Phrases;
  by: Phrases;
  first: Phrases;
  and: Phrases;
  or: Phrases;
  /** A word before the kind of a page: `which videos`. */
  beforeType: Phrases;
  /** A word before a kind that is part of a longer expression: `processing of images`. */
  insideType: Phrases;
  of: Phrases;
  /** A word before a state: `all broken`. */
  beforeState: Phrases;
  /** A word after which a date is that of the pages: `recipes of May`. */
  dated: Phrases;
  someone: Phrases;
  having: Phrases;
  /** A word after the language of a page. */
  afterLanguage: Phrases;
  more: Phrases;
  atLeast: Phrases;
  less: Phrases;
  atMost: Phrases;
  exactly: Phrases;
  times: Phrases;
  visits: Phrases;
  /** `not opened for 3 months`. */
  forSpan: Phrases;
  watching: Phrases;
  /** Words after which a name is excluded, and words between them. */
  without: Phrases;
  withoutFrom: Phrases;
  /** What continues a list of tags, sites or collections. */
  nextTag: Phrases;
  nextSite: Phrases;
  nextCollection: Phrases;
  period: Phrases;
  unit: Phrases;
}

export interface DatePhrases {
  monthOfLastYear: Phrases;
  monthOfThisYear: Phrases;
  halfYearAgo: Phrases;
  lastWeekend: Phrases;
  thisWeekend: Phrases;
  beforeYesterday: Phrases;
  /** `the last 3 days`. */
  lastUnits: Phrases;
  ago: Phrases;
  /** `the past week`, until now. */
  untilNow: Phrases;
  lastDay: Phrases;
  thisPeriod: Phrases;
  lastPeriod: Phrases;
  lastNight: Phrases;
  possessive: Phrases;
  yesterday: Phrases;
  today: Phrases;
  weekend: Phrases;
  early: Phrases;
  late: Phrases;
  startOfYear: Phrases;
  half: Phrases;
  quarter: Phrases;
  decade: Phrases;
  seasonOfYear: Phrases;
  lastSeason: Phrases;
  thisSeason: Phrases;
  monthOfYear: Phrases;
  lastMonth: Phrases;
  lastWeekday: Phrases;
  season: Phrases;
  month: Phrases;
  weekday: Phrases;
  year: Phrases;
  /** `between … and …`: `{article}` precedes each end. */
  between: Phrases;
  until: Phrases;
  /** Prepositions by the operator of the condition. */
  before: Phrases;
  after: Phrases;
  since: Phrases;
  upTo: Phrases;
  within: Phrases;
  of: Phrases;
  /** Ages: `{n:number} {u:unit}`. */
  older: Phrases;
  newer: Phrases;
}

export interface VisitPhrases {
  unread: Phrases;
  never: Phrases;
  /** At a time: `{d:time}`. */
  seen: Phrases;
  saved: Phrases;
  /** At any time, or at one that follows later. */
  ever: Phrases;
  reading: Phrases;
  savedAtAll: Phrases;
}

export interface NamePhrases {
  collection: Phrases;
  /** Before a collection that `itsCollection` follows. */
  beforeCollection: Phrases;
  itsCollection: Phrases;
  inside: Phrases;
  tag: Phrases;
  unknownTag: Phrases;
  site: Phrases;
  /** Before a site that is known from the library only. */
  anySite: Phrases;
  /** Before a site that is written as an address. */
  address: Phrases;
  /** Words `{x}` or `{few}` in the title or in the address. */
  inTitle: Phrases;
  inAddress: Phrases;
}

export interface TypePhrases {
  /** Plurals and mass nouns, which rarely mean anything but a type of page. */
  many: Phrases;
  one: Phrases;
  /** Names that are a type only if nothing or `about` follows, at the beginning. */
  alone?: Phrases;
}

export interface Calendar {
  numbers: Readonly<Record<string, number>>;
  /** Names of the twelve months, of the days from Monday on, and of seasons by their first month. */
  months: readonly Phrases[];
  weekdays: readonly Phrases[];
  seasons: Readonly<Record<string, number>>;
  /** Ordinal numbers, from 0. */
  ordinals: Readonly<Record<string, number>>;
}

/** All that is known of the words of a language, by slot of a question. */
export interface Language {
  words: WordClasses;
  /** Words that occur in no other language, by which the language of a question is recognized. */
  own: Phrases;
  /** Words without meaning for the search, dropped if a part of the question was recognized. */
  stop: Phrases;
  /** Words that connect others in a question, and are names too: `store`, `it`. */
  ambiguous: Phrases;
  /** Words before and after a verb or pronoun, which is no name: `to store the`. */
  beforeVerb: Phrases;
  afterVerb: Phrases;
  /** Stop words that stay between two other words. */
  stopUnlessBetween: Phrases;
  filler: { first: Phrases; anywhere: Phrases; about: Phrases; instructions: Phrases };
  negation: { sure: Phrases; possible: Phrases };
  /** States in phrases of no other meaning. */
  state: Partial<Record<QueryState, Phrases>>;
  /** States that are excluded: `sem estrela`. */
  notState: Partial<Record<QueryState, Phrases>>;
  /** States that are one next to a noun or alone, and part of a name elsewhere. */
  adjective: Partial<Record<QueryState, Phrases>>;
  /** States in phrases that apply to other things too. */
  stateOfPage: Partial<Record<QueryState, Phrases>>;
  type: Partial<Record<BookmarkType, TypePhrases>>;
  asPdf: Phrases;
  order: Partial<Record<QuerySort, Phrases>>;
  /** Limits and the order that they imply: `the last {n:count}`. */
  limit: Partial<Record<QuerySort, Phrases>>;
  /** The last one, the first one, and the first one that may be part of a name. */
  one: { last: Phrases; first: Phrases; vague: Phrases };
  latest: Phrases;
  date: DatePhrases;
  visit: VisitPhrases;
  name: NamePhrases;
  calendar: Calendar;
}
