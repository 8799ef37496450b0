/** The names that a library has for its things, the most used first. */
export interface Vocabulary {
  collections: readonly string[];
  tags: readonly string[];
  /** Of the latest bookmarks, as they are shown, without `www.`. */
  hosts: readonly string[];
}

export const noVocabulary: Vocabulary = { collections: [], tags: [], hosts: [] };
