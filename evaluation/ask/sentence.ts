/** Key, creation date, title, URL, tags and optional collection. */
export type SentencePage = readonly [
  key: string,
  created: string,
  title: string,
  url: string,
  tags: string,
  collection?: string,
];

/** A whole sentence as a user types it, and the key of the expected page. */
export type Sentence = readonly [text: string, wanted: string];

export interface SentenceLibrary {
  readonly language: string;
  readonly locale: 'en' | 'pt-BR';
  readonly collections: readonly string[];
  readonly pages: readonly SentencePage[];
  readonly favorites: readonly string[];
  /** Sentences that ranking is tuned on. */
  readonly tuned: readonly Sentence[];
  /** Sentences that ranking is never tuned on: only their share is reported. */
  readonly untouched: readonly Sentence[];
}
