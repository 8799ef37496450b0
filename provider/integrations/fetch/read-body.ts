import { isUtf8 } from 'node:buffer';
import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';
import { Refusal } from '@/provider/integrations/fetch/failure';

export interface BodyLimits {
  /** Limit of decoded bytes, and separately of received ones: endless input can decode to nothing. */
  readonly maxBytes: number;
  /**
   * Whether to fail at the limit, or to keep the bytes received so far. In the second case, a stream that breaks off
   * also ends the body, as in a browser.
   */
  readonly overflow: 'refuse' | 'truncate';
}

type Decoder = (first: Uint8Array, isLenient: boolean) => Transform;

const zlibOptions = (isLenient: boolean): ZlibOptions =>
  isLenient ? { finishFlush: constants.Z_SYNC_FLUSH } : {};

const brotliOptions = (isLenient: boolean): BrotliOptions =>
  isLenient ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {};

const gunzip: Decoder = (_first, isLenient) => createGunzip(zlibOptions(isLenient));

/** Many servers send `deflate` without the header of zlib (RFC 9110, section 8.4.1.2). */
const inflate: Decoder = (first, isLenient) =>
  hasZlibHeader(first) ? createInflate(zlibOptions(isLenient)) : createInflateRaw(zlibOptions(isLenient));

function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', (_first, isLenient) => createBrotliDecompress(brotliOptions(isLenient))],
]);

/** Content codings that {@link readBody} supports, as sent to servers. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

/** Yields a response body, with at most one content coding decoded, up to the limit. Always destroys the source. */
export async function* readBody(
  source: Readable,
  coding: string,
  limits: BodyLimits,
): AsyncGenerator<Buffer, void, undefined> {
  let size = 0;
  try {
    for await (const chunk of await decode(source, coding, limits)) {
      const room = limits.maxBytes - size;
      size += chunk.length;
      if (chunk.length <= room) {
        yield chunk;
        continue;
      }
      if (limits.overflow === 'refuse') throw new Refusal('size');
      yield chunk.subarray(0, room);
      return;
    }
  } catch (error) {
    if (limits.overflow === 'refuse' || size === 0 || error instanceof Refusal) throw error;
  } finally {
    source.on('error', () => undefined).destroy();
  }
}

async function decode(
  source: Readable,
  coding: string,
  { maxBytes, overflow }: BodyLimits,
): Promise<AsyncIterable<Buffer>> {
  if (coding === '' || coding === 'identity') return source as AsyncIterable<Buffer>;
  const createDecoder = decoders.get(coding);
  if (!createDecoder) throw new Refusal('encoding');
  const isLenient = overflow === 'truncate';
  const received = receive(source, maxBytes, isLenient);
  const first = await received.next();
  if (first.done) return received;
  const all = async function* () {
    yield first.value;
    yield* received;
  };
  return pipeline(all, createDecoder(first.value, isLenient), () => undefined) as AsyncIterable<Buffer>;
}

/** Yields the received bytes up to a limit. A lenient reader takes a broken connection for the end of the body. */
async function* receive(source: Readable, maxBytes: number, isLenient: boolean): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > maxBytes) throw new Refusal('size');
      yield chunk;
    }
  } catch (error) {
    if (!isLenient || received === 0 || error instanceof Refusal) throw error;
  }
}

/** Returns a header that may occur only once, in UTF-8 if it is valid; empty if it is repeated or absent. */
export function singleHeader(value: string | string[] | undefined): string {
  if (typeof value !== 'string') return '';
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

export const SNIFFED_BYTES = 512;

const GENERIC_TYPES = ['', 'application/octet-stream', 'binary/octet-stream'];

/** Whether a Content-Type says nothing about the content, so that its first bytes decide. */
export const isGenericType = (type: string): boolean => GENERIC_TYPES.includes(type);

const htmlStart =
  /^\s*(?:<!--|<\?xml\s[^>]{0,200}>\s*<!doctype html|<(?:!doctype html|html|head|script|title|meta|link|style|body|h1|div|[pa]|table|br|b|iframe|font|svg)(?=[\s>/]))/i;

/** A declaration, comments and a document type without entities may precede the element. */
const svgStart = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*|<!doctype svg[^>[]*>\s*)*<svg[\s>]/is;

/**
 * Returns the media type of a response by its first bytes (see the MIME Sniffing standard), for the types that the
 * provider reads; empty for others.
 */
export function sniffType(head: Uint8Array): string {
  const text = textStart(head);
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (svgStart.test(text)) return 'image/svg+xml';
  return htmlStart.test(text) ? 'text/html' : '';
}

/** Returns the ASCII characters of the first bytes; those of UTF-16 without their zero bytes. */
function textStart(head: Uint8Array): string {
  const text = Buffer.from(head.subarray(0, SNIFFED_BYTES)).toString('latin1');
  if (text.startsWith('\xef\xbb\xbf')) return text.slice(3);
  if (text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff')) return text.slice(2).replaceAll('\0', '');
  return text;
}
