/** A bookmark in the JSON that the service exports; what the reader left out is not there. */
export interface ExportedBookmark {
  readonly uuid: string;
  readonly encrypted?: true;
  readonly cipher?: string;
  readonly title?: string | null;
  readonly url?: string | null;
  readonly description?: string | null;
  readonly tags?: string;
  readonly collections?: readonly string[];
  readonly favorite: boolean;
  readonly highlighted: boolean;
  readonly createdAt: string;
  readonly updatedAt?: string;
  readonly lastAccessedAt?: string | null;
  readonly visits?: number;
}

export interface ExportedFile {
  readonly version: number;
  /** What envelopes are bound to, where there are any. */
  readonly account?: string;
  readonly bookmarks: readonly ExportedBookmark[];
}
