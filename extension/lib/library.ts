/** A readable bookmark of the local copy. */
export interface LocalBookmark {
  readonly uuid: string;
  readonly title: string;
  readonly url: string;
  /** Host without `www`. */
  readonly domain: string;
  readonly tags: readonly string[];
  /** Uuids of its collections. */
  readonly collections: readonly string[];
  readonly favorite: boolean;
  readonly later: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
}
