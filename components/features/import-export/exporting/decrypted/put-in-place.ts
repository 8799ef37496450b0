import type { ExportChoice } from '@/components/features/import-export/exporting/export-href';
import type { Envelope, Secret } from '@/lib/crypto/types';
import type { ExportedBookmark, ExportedFile } from '@/lib/domain/write-export';

/** What was opened of a bookmark, and the envelope that it was opened from. */
export interface OpenedSecret {
  readonly cipher: Envelope;
  readonly secret: Secret;
}

export interface Decrypted {
  readonly file: ExportedFile;
  /** Encrypted bookmarks that are readable in it. */
  readonly opened: number;
  /** Encrypted bookmarks that are not: their key is locked. */
  readonly locked: number;
}

/** The exported file with the opened words in the place of their envelopes; what stays closed is in it where wanted. */
export function putInPlace(
  { bookmarks, ...about }: ExportedFile,
  secrets: ReadonlyMap<string, OpenedSecret>,
  choice: ExportChoice,
): Decrypted {
  let opened = 0;
  let locked = 0;
  const readable = bookmarks.flatMap((bookmark) => {
    if (bookmark.encrypted !== true) return [bookmark];
    const known = secrets.get(bookmark.uuid);
    if (known === undefined || known.cipher !== bookmark.cipher) {
      locked += 1;
      return choice.encrypted ? [bookmark] : [];
    }
    opened += 1;
    return [withWords(bookmark, known.secret, choice)];
  });
  return { file: { ...about, bookmarks: readable }, opened, locked };
}

function withWords(
  { cipher: _, ...bookmark }: ExportedBookmark,
  { title, url, description, tags }: Secret,
  choice: ExportChoice,
): ExportedBookmark {
  return {
    ...bookmark,
    title,
    url,
    ...(choice.tags && { tags }),
    ...(choice.metadata && { description }),
  };
}
