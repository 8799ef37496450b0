import { detectAll } from 'jschardet';

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
function utf16Label(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
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

/** Turns the bytes of a file into text, piece by piece. */
export interface FileDecoder {
  write(bytes: Uint8Array): string;
  /** The text of what is left when the file has ended. */
  end(): string;
}

const headLength = 4_096;

/** Names the encoding of bytes that are not UTF-8, as `TextDecoder` knows it; null where they do not tell. */
export type DetectEncoding = (bytes: Uint8Array) => string | null;

/**
 * Decodes a bookmark file: by a byte order mark, the pattern of UTF-16, the `<meta>` of the file, else UTF-8. Where a
 * file that declares nothing is not UTF-8 from its first byte outside ASCII on, its encoding is detected. In a file
 * that is UTF-8 elsewhere, and where nothing is detected, just the stray bytes are read as Windows-1252, or as Mac Roman
 * in a file of an old Mac, so that one bad title costs nothing but itself.
 */
export function createFileDecoder(detect: DetectEncoding): FileDecoder {
  let head = new Uint8Array(0);
  let decoder: FileDecoder | null = null;
  const start = (): string => {
    decoder = chooseDecoder(head, detect);
    return decoder.write(head);
  };
  return {
    write(bytes) {
      if (decoder !== null) return decoder.write(bytes);
      head = joined(head, bytes);
      return head.length < headLength ? '' : start();
    },
    end() {
      const text = decoder === null ? start() : '';
      return text + (decoder?.end() ?? '');
    },
  };
}

/** Decodes a stream of bytes; the pieces of text are about as large as those of bytes. */
export async function* decodeStream(
  bytes: AsyncIterable<Uint8Array>,
  detect: DetectEncoding,
): AsyncGenerator<string, void, undefined> {
  const decoder = createFileDecoder(detect);
  for await (const chunk of bytes) {
    const text = decoder.write(chunk);
    if (text !== '') yield text;
  }
  const rest = decoder.end();
  if (rest !== '') yield rest;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function chooseDecoder(head: Uint8Array, detect: DetectEncoding): FileDecoder {
  const utf16 = utf16Label(head);
  if (utf16 !== null) return labelled(utf16);
  const ascii = new TextDecoder('latin1').decode(head.subarray(0, headLength));
  const label = declaredLabel(ascii);
  if (label !== null && !/^(?:utf-8|windows-1252|utf-16[bl]e|replacement)$/.test(label))
    return labelled(label);
  const isOldMac =
    label === null && (macCharset.test(ascii) || (ascii.includes('\r') && !ascii.includes('\n')));
  const fallback = forgivingUtf8(isOldMac ? 'macintosh' : 'windows-1252');
  return label === null ? detecting(detect, fallback) : fallback;
}

/** Whatever encoding the system of a Mac had. */
const macCharset = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?x-mac-system/i;

const metaCharset = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;

/** The canonical name of the encoding that the file declares, or null where it declares none that is known. */
function declaredLabel(head: string): string | null {
  const label = metaCharset.exec(head)?.[1];
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function labelled(label: string): FileDecoder {
  const decoder = new TextDecoder(label);
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

const sampleLength = 16_384;

/** Passes ASCII and UTF-8 on, and holds back what follows the first stray byte until it is enough to detect from. */
function detecting(detect: DetectEncoding, fallback: FileDecoder): FileDecoder {
  let sample: Uint8Array | null = null;
  let chosen: FileDecoder | null = null;
  const choose = (bytes: Uint8Array): string => {
    const label = isMostlyUtf8(bytes) ? null : detect(bytes.subarray(0, sampleLength));
    chosen = label === null ? fallback : labelled(label);
    return chosen.write(bytes);
  };
  return {
    write(bytes) {
      if (chosen !== null) return chosen.write(bytes);
      const start = sample === null ? firstAbove(bytes) : 0;
      if (start < 0) return fallback.write(bytes);
      const text = start > 0 ? fallback.write(bytes.subarray(0, start)) : '';
      sample = joined(sample ?? new Uint8Array(0), bytes.subarray(start));
      return sample.length < sampleLength ? text : text + choose(sample);
    },
    end() {
      const text = chosen === null && sample !== null ? choose(sample) : '';
      return text + (chosen ?? fallback).end();
    },
  };
}

/** Place of the first byte outside ASCII, or -1. */
function firstAbove(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0x80) return at;
  return -1;
}

/** Whether more of the sample's characters outside ASCII are UTF-8 than not. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let valid = 0;
  let stray = 0;
  const end = Math.min(bytes.length, sampleLength);
  for (let at = 0; at < end;) {
    const length = sequenceLength(bytes, at);
    if (length > 1) valid += 1;
    else if (length === 0) stray += 1;
    at += Math.max(length, 1);
  }
  return valid >= stray;
}

/** UTF-8 in which each stray byte is read in another encoding instead of being lost. */
function forgivingUtf8(fallback: string): FileDecoder {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const single = new TextDecoder(fallback);
  let carry = new Uint8Array(0);
  let isFirst = true;
  const decode = (bytes: Uint8Array): string => {
    const text = decodeForgiving(bytes, strict, single);
    const isMarked = isFirst && text.startsWith('\uFEFF');
    if (bytes.length > 0) isFirst = false;
    return isMarked ? text.slice(1) : text;
  };
  return {
    write(bytes) {
      const whole = carry.length === 0 ? bytes : joined(carry, bytes);
      const end = whole.length - unfinished(whole);
      carry = whole.slice(end);
      return decode(whole.subarray(0, end));
    },
    end: () => decode(carry),
  };
}

function decodeForgiving(bytes: Uint8Array, strict: TextDecoder, single: TextDecoder): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeMixed(bytes, strict, single);
  }
}

/** Runs of valid UTF-8 and runs of stray bytes in turn. */
function decodeMixed(bytes: Uint8Array, strict: TextDecoder, single: TextDecoder): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const start = at;
    for (let length = sequenceLength(bytes, at); length > 0; length = sequenceLength(bytes, at)) at += length;
    if (at > start) text += strict.decode(bytes.subarray(start, at));
    const strayStart = at;
    while (at < bytes.length && sequenceLength(bytes, at) === 0) at += 1;
    if (at > strayStart) text += single.decode(bytes.subarray(strayStart, at));
  }
  return text;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Bytes of the valid UTF-8 sequence at a place, 0 where there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === undefined) return 0;
  if (first < 0x80) return 1;
  const second = bytes[at + 1];
  if (!isContinuation(second) || second === undefined) return 0;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (!isContinuation(bytes[at + 2])) return 0;
  if (first >= 0xe0 && first <= 0xef) {
    // Overlong forms and halves of surrogate pairs.
    return (first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f) ? 0 : 3;
  }
  if (first < 0xf0 || first > 0xf4 || !isContinuation(bytes[at + 3])) return 0;
  return (first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f) ? 0 : 4;
}

/** Bytes at the end that begin a sequence which the next piece may finish. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

/** Encodings that bookmark files of old programs are in, by the name that the detector has for them. */
const labels: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  shift_jis: 'shift_jis',
  'euc-jp': 'euc-jp',
  'windows-1251': 'windows-1251',
  'koi8-r': 'koi8-r',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  maciceland: 'macintosh',
};

/** A few letters fit nearly everything. */
const confidenceMin = 0.05;

const [lessThan, greaterThan, lineFeed] = [0x3c, 0x3e, 0x0a];
const isAscii = (byte: number): boolean => byte < 0x80;

/** Names the encoding of bytes that are not UTF-8; null for one of the West, and where they do not tell. */
export function detectEncoding(bytes: Uint8Array): string | null {
  const [best] = detectAll(textOf(bytes));
  if (best === undefined || best.confidence < confidenceMin) return null;
  return labels[best.encoding?.toLowerCase() ?? ''] ?? null;
}

/** The texts between tags that are not ASCII: the tags would tell the detector that all is English. */
function textOf(bytes: Uint8Array): Uint8Array {
  const texts: number[] = [];
  let start = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== undefined && byte !== lessThan && byte !== greaterThan) continue;
    const text = bytes.subarray(start, at);
    if (!text.every(isAscii)) texts.push(...text, lineFeed);
    start = at + 1;
  }
  return Uint8Array.from(texts);
}
