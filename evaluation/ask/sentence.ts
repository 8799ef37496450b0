/** Key, day of saving, title, address, tags, and the collection, where there is one. */
export type SentencePage = readonly [
  key: string,
  created: string,
  title: string,
  url: string,
  tags: string,
  collection?: string,
];

/** A whole sentence as people type it, and the key of the page they want. */
export type Sentence = readonly [text: string, wanted: string];

export interface SentenceLibrary {
  readonly language: string;
  readonly locale: 'en' | 'pt-BR';
  readonly collections: readonly string[];
  readonly pages: readonly SentencePage[];
  readonly favorites: readonly string[];
  /** Ranking is tuned on these. */
  readonly tuned: readonly Sentence[];
  /** And never on these: only their share is reported. */
  readonly untouched: readonly Sentence[];
}
