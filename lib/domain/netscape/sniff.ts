/**
 * What the beginning of a file gives away: `archive` is a known kind of another file (zip, gzip, PDF, an image, a
 * database), `json` is a JSON text, `garbage` is bytes that are no text at all.
 */
export type FileKind = 'text' | 'json' | 'archive' | 'garbage';

const magics: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04], // zip and all that is a zip
  [0x50, 0x4b, 0x05, 0x06], // an empty zip
  [0x1f, 0x8b], // gzip
  [0x42, 0x5a, 0x68], // bzip2
  [0xfd, 0x37, 0x7a, 0x58, 0x5a], // xz
  [0x28, 0xb5, 0x2f, 0xfd], // zstd
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
  [0x52, 0x61, 0x72, 0x21], // rar
  [0x25, 0x50, 0x44, 0x46], // pdf
  [0x89, 0x50, 0x4e, 0x47], // png
  [0xff, 0xd8, 0xff], // jpeg
  [0x47, 0x49, 0x46, 0x38], // gif
  [0xd0, 0xcf, 0x11, 0xe0], // old office files
  [0x6d, 0x6f, 0x7a, 0x4c, 0x7a, 0x34], // mozLz4, Firefox's backups
  [0x62, 0x70, 0x6c, 0x69, 0x73, 0x74], // bplist, Safari's Bookmarks.plist
  [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66], // SQLite, places.sqlite
];

/** UTF-16 by its byte order mark, or by the zero beside the `<` that such a file begins with. */
export function utf16Label(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  return null;
}

/** Judges a file by its first bytes; a few hundred are enough. */
export function sniffFile(head: Uint8Array): FileKind {
  if (magics.some((magic) => magic.every((byte, index) => head[index] === byte))) return 'archive';
  if (utf16Label(head) !== null) return 'text';
  const first = firstInk(head);
  if (first === 0x7b || first === 0x5b) return 'json';
  return isGarbage(head) ? 'garbage' : 'text';
}

function firstInk(head: Uint8Array): number | undefined {
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  return head.subarray(start).find((byte) => byte !== 0x20 && (byte < 0x09 || byte > 0x0d));
}

/** Text has next to no control characters; one zero byte in a title is damage, a tenth of the bytes is another format. */
function isGarbage(head: Uint8Array): boolean {
  const controls = head.reduce(
    (count, byte) => count + (byte < 0x09 || (byte > 0x0d && byte < 0x20) ? 1 : 0),
    0,
  );
  return controls > head.length / 10;
}
