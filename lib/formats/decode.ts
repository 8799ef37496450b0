import { detectAll } from 'jschardet';

/**
 * Kind of a file by its first bytes: `archive` is a known other format (zip, gzip, PDF, an image, a database), `json`
 * is JSON text, `garbage` is binary data.
 */
export type FileKind = 'text' | 'json' | 'archive' | 'garbage';

const magics: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04], // zip and zip-based formats
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
  [0xd0, 0xcf, 0x11, 0xe0], // legacy Office files
  [0x6d, 0x6f, 0x7a, 0x4c, 0x7a, 0x34], // mozLz4, Firefox's backups
  [0x62, 0x70, 0x6c, 0x69, 0x73, 0x74], // bplist, Safari's Bookmarks.plist
  [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66], // SQLite, places.sqlite
];

/** Detects UTF-16 by its byte order mark, or by the zero byte next to the leading `<`. */
function utf16Label(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  return null;
}

/** Determines the kind of a file by its first bytes; a few hundred are enough. */
export function sniffFile(head: Uint8Array): FileKind {
  if (magics.some((magic) => magic.every((byte, index) => head[index] === byte))) return 'archive';
  if (utf16Label(head) !== null) return 'text';
  const first = firstNonSpace(head);
  if (first === 0x7b || first === 0x5b) return 'json';
  return isGarbage(head) ? 'garbage' : 'text';
}

function firstNonSpace(head: Uint8Array): number | undefined {
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  return head.subarray(start).find((byte) => byte !== 0x20 && (byte < 0x09 || byte > 0x0d));
}

/** Text has almost no control characters: a zero byte in a title is corruption, a tenth of the bytes another format. */
function isGarbage(head: Uint8Array): boolean {
  const controls = head.reduce(
    (count, byte) => count + (byte < 0x09 || (byte > 0x0d && byte < 0x20) ? 1 : 0),
    0,
  );
  return controls > head.length / 10;
}

/** Decodes the bytes of a file to text, chunk by chunk. */
export interface FileDecoder {
  write(bytes: Uint8Array): string;
  /** Returns the remaining text at the end of the file. */
  end(): string;
}

const headLength = 4_096;

/** Returns the `TextDecoder` label of bytes that are not UTF-8; null if it cannot be detected. */
export type DetectEncoding = (bytes: Uint8Array) => string | null;

/**
 * Creates a decoder for a bookmark file. It uses the byte order mark, the pattern of UTF-16, the `<meta>` of the file,
 * or UTF-8. If a file without a declaration is not UTF-8, its encoding is detected from its first byte outside ASCII
 * on. If most of the file is UTF-8, or nothing is detected, only the invalid bytes are decoded as Windows-1252, or as
 * Mac Roman in a file of an old Mac, so that one invalid title does not affect the rest.
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
      head = concat(head, bytes);
      return head.length < headLength ? '' : start();
    },
    end() {
      const text = decoder === null ? start() : '';
      return text + (decoder?.end() ?? '');
    },
  };
}

/** Decodes a stream of bytes; text chunks are about as large as byte chunks. */
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

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}

function chooseDecoder(head: Uint8Array, detect: DetectEncoding): FileDecoder {
  const utf16 = utf16Label(head);
  if (utf16 !== null) return decoderFor(utf16);
  const ascii = new TextDecoder('latin1').decode(head.subarray(0, headLength));
  const label = declaredLabel(ascii);
  if (label !== null && !/^(?:utf-8|windows-1252|utf-16[bl]e|replacement)$/.test(label))
    return decoderFor(label);
  const isOldMac =
    label === null && (macCharset.test(ascii) || (ascii.includes('\r') && !ascii.includes('\n')));
  const fallback = lenientUtf8(isOldMac ? 'macintosh' : 'windows-1252');
  return label === null ? detectingDecoder(detect, fallback) : fallback;
}

/** Declaration of the system encoding of a Mac. */
const macCharset = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?x-mac-system/i;

const metaCharset = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i;

/** Returns the canonical name of the declared encoding; null if none or an unknown one is declared. */
function declaredLabel(head: string): string | null {
  const label = metaCharset.exec(head)?.[1];
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function decoderFor(label: string): FileDecoder {
  const decoder = new TextDecoder(label);
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

const sampleLength = 16_384;

/** Decodes ASCII, and buffers the text from the first other byte on until it is enough for detection. */
function detectingDecoder(detect: DetectEncoding, fallback: FileDecoder): FileDecoder {
  let sample: Uint8Array | null = null;
  let chosen: FileDecoder | null = null;
  const choose = (bytes: Uint8Array): string => {
    const label = isMostlyUtf8(bytes) ? null : detect(bytes.subarray(0, sampleLength));
    chosen = label === null ? fallback : decoderFor(label);
    return chosen.write(bytes);
  };
  return {
    write(bytes) {
      if (chosen !== null) return chosen.write(bytes);
      const start = sample === null ? firstNonAscii(bytes) : 0;
      if (start < 0) return fallback.write(bytes);
      const text = start > 0 ? fallback.write(bytes.subarray(0, start)) : '';
      sample = concat(sample ?? new Uint8Array(0), bytes.subarray(start));
      return sample.length < sampleLength ? text : text + choose(sample);
    },
    end() {
      const text = chosen === null && sample !== null ? choose(sample) : '';
      return text + (chosen ?? fallback).end();
    },
  };
}

/** Returns the index of the first byte outside ASCII; -1 if there is none. */
function firstNonAscii(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0x80) return at;
  return -1;
}

/** Whether at least half of the sample's characters outside ASCII are valid UTF-8. */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  let valid = 0;
  let invalid = 0;
  const end = Math.min(bytes.length, sampleLength);
  for (let at = 0; at < end;) {
    const length = sequenceLength(bytes, at);
    if (length > 1) valid += 1;
    else if (length === 0) invalid += 1;
    at += Math.max(length, 1);
  }
  return valid >= invalid;
}

/** Creates a UTF-8 decoder that decodes invalid bytes in a fallback encoding instead of replacing them. */
function lenientUtf8(fallback: string): FileDecoder {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const single = new TextDecoder(fallback);
  let carry = new Uint8Array(0);
  let isFirst = true;
  const decode = (bytes: Uint8Array): string => {
    const text = decodeLenient(bytes, strict, single);
    const hasBom = isFirst && text.startsWith('\uFEFF');
    if (bytes.length > 0) isFirst = false;
    return hasBom ? text.slice(1) : text;
  };
  return {
    write(bytes) {
      const whole = carry.length === 0 ? bytes : concat(carry, bytes);
      const end = whole.length - incompleteLength(whole);
      carry = whole.slice(end);
      return decode(whole.subarray(0, end));
    },
    end: () => decode(carry),
  };
}

function decodeLenient(bytes: Uint8Array, strict: TextDecoder, single: TextDecoder): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeMixed(bytes, strict, single);
  }
}

/** Decodes alternating runs of valid UTF-8 and of invalid bytes. */
function decodeMixed(bytes: Uint8Array, strict: TextDecoder, single: TextDecoder): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const start = at;
    for (let length = sequenceLength(bytes, at); length > 0; length = sequenceLength(bytes, at)) at += length;
    if (at > start) text += strict.decode(bytes.subarray(start, at));
    const invalidStart = at;
    while (at < bytes.length && sequenceLength(bytes, at) === 0) at += 1;
    if (at > invalidStart) text += single.decode(bytes.subarray(invalidStart, at));
  }
  return text;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Returns the length of the valid UTF-8 sequence at an index; 0 if it is invalid. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === undefined) return 0;
  if (first < 0x80) return 1;
  const second = bytes[at + 1];
  if (!isContinuation(second) || second === undefined) return 0;
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (!isContinuation(bytes[at + 2])) return 0;
  if (first >= 0xe0 && first <= 0xef) {
    // Rejects overlong forms and lone surrogates.
    return (first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f) ? 0 : 3;
  }
  if (first < 0xf0 || first > 0xf4 || !isContinuation(bytes[at + 3])) return 0;
  return (first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f) ? 0 : 4;
}

/** Returns the length of an incomplete sequence at the end, which the next chunk may complete. */
function incompleteLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

/** Encodings of bookmark files of old programs and of undeclared pages, by the detector's name. */
const labels: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  shift_jis: 'shift_jis',
  'euc-jp': 'euc-jp',
  'windows-1251': 'windows-1251',
  'koi8-r': 'koi8-r',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  maciceland: 'macintosh',
  gb18030: 'gb18030',
  big5: 'big5',
  cp949: 'euc-kr',
  'euc-kr': 'euc-kr',
  'windows-1253': 'windows-1253',
  'iso-8859-7': 'iso-8859-7',
  'windows-1255': 'windows-1255',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
};

/** Minimum confidence, since a few letters match almost every encoding. */
const confidenceMin = 0.05;

const [lessThan, greaterThan, lineFeed] = [0x3c, 0x3e, 0x0a];
const isAscii = (byte: number): boolean => byte < 0x80;

/** Detects the encoding of bytes that are not UTF-8; null for Western encodings, or if it cannot be detected. */
export function detectEncoding(bytes: Uint8Array): string | null {
  const [best] = detectAll(textOf(bytes));
  if (best === undefined || best.confidence < confidenceMin) return null;
  return labels[best.encoding?.toLowerCase() ?? ''] ?? null;
}

/** Returns the non-ASCII texts between tags: the tags would make the detector assume English. */
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
