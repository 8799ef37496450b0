import { detectEncoding, isMostlyUtf8 } from '@/lib/formats/decode';

/** Number of leading bytes that are searched for a charset declaration before anything is parsed. */
const DECLARATION_BYTES = 1024;
/** Declarations that follow a long script are found too; a browser restarts parsing then. */
const LATE_DECLARATION_BYTES = 64 * 1024;
/** Bytes from the first one outside ASCII on that are enough to detect an encoding. */
export const SAMPLE_BYTES = 16_384;

/** What is known about the encoding of a document. */
export interface EncodingEvidence {
  /** The header. */
  readonly contentType: string;
  /** The value of its `<meta charset>`; undefined without one. */
  readonly declared: string | undefined;
  /** Whether all of it is UTF-8, the last character possibly cut. */
  readonly isUtf8: boolean;
  /** Up to {@link SAMPLE_BYTES} from the first byte outside ASCII on. */
  readonly sample: Uint8Array;
}

/**
 * Returns the encoding of a document without a byte order mark: by Content-Type, its declaration, else UTF-8 or by
 * detection, like that of a bookmark file. UTF-8 that is declared as ISO-8859-1, the default of old servers, is UTF-8.
 */
export function chooseEncoding({ contentType, declared, ...text }: EncodingEvidence): string {
  const label = charsetOf(contentType) ?? declaredCharset(declared);
  const isDefault = label === null || label === 'windows-1252';
  if (isDefault && text.isUtf8 && isMostlyUtf8(text.sample)) return 'utf-8';
  if (label !== null) return label;
  if (text.isUtf8 || isMostlyUtf8(text.sample)) return 'utf-8';
  return detectEncoding(text.sample) ?? 'windows-1252';
}

function markedCharset(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

/**
 * Returns the encoding of a document by its beginning, if it has a byte order mark or markup that is not readable as
 * single bytes (UTF-16 and ISO-2022-JP). Null for the others.
 */
export function certainCharset(head: Uint8Array, contentType: string): string | null {
  const marked = markedCharset(head);
  if (marked !== null) return marked;
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le';
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be';
  const label =
    charsetOf(contentType) ?? declaredCharset(findDeclaration(head.subarray(0, DECLARATION_BYTES)));
  return label === 'iso-2022-jp' || label?.startsWith('utf-16') ? label : null;
}

/** Decodes a whole HTML document. */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  return new TextDecoder(encodingOf(bytes, contentType)).decode(bytes);
}

function encodingOf(bytes: Uint8Array, contentType: string): string {
  const certain = certainCharset(bytes, contentType);
  if (certain !== null) return certain;
  const declared = findDeclaration(bytes.subarray(0, LATE_DECLARATION_BYTES));
  const start = bytes.findIndex((byte) => byte >= 0x80);
  const sample = start < 0 ? new Uint8Array() : bytes.subarray(start, start + SAMPLE_BYTES);
  return chooseEncoding({ contentType, declared, isUtf8: isUtf8(bytes), sample });
}

/** As a stream: a document truncated within its last character is still UTF-8. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function charsetOf(contentType: string): string | null {
  const parameter = contentType
    .split(';')
    .map((text) => text.trim().toLowerCase())
    .find((text) => text.startsWith('charset='));
  return knownCharset(parameter?.slice('charset='.length).replaceAll(/["']/g, ''));
}

function findDeclaration(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes).toString('latin1');
  return /<meta\s[^>]{0,200}charset\s*=[\s"']*([\w:.-]{1,40})/i.exec(beginning)?.[1];
}

function declaredCharset(declared: string | undefined): string | null {
  const label = knownCharset(declared);
  // A declaration that is readable as single bytes cannot be UTF-16, regardless of its value.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

function knownCharset(label: string | undefined): string | null {
  if (label === undefined || label === '') return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
