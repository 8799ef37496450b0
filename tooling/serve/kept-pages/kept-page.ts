import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Drawing } from '@/lib/bff/drawing';
import type { Answer } from './record-answer';

/** A page in memory, with the places of what each visit writes anew. */
export interface KeptPage {
  /** As they were sent, with the nonce of then. */
  readonly headers: OutgoingHttpHeaders;
  readonly nonce: string;
  /** Encoded as the answer was: see `takesGzip`. */
  readonly isGzip: boolean;
  readonly body: Buffer;
  readonly nonceAt: readonly number[];
  /** Where it says of what time its data is. */
  readonly timeAt: readonly number[];
  readonly replies: ReadonlyMap<string, string>;
  /** Bytes that it takes in memory, about. */
  readonly size: number;
}

const POLICY = 'content-security-policy';
const NONCE = /'nonce-([\w+/=]{24})'/;
/** What belongs to one connection or to one moment. */
const OWN = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
/** What the framework writes where a part of a page failed, or leaves for another one. */
const FAILED = /data-dgst=|\$RX\(|:E\{\\*"digest|http-equiv="refresh"|__next_error__/;
/** Room for headers, replies and places. */
const overheadBytes = 4_096;

/**
 * The page of an answer, or null for an answer that is not to be sent again: one that is no whole page, sets a cookie,
 * holds an error, or has not all marks that are written anew.
 */
export function keepPage({ status, headers, body }: Answer, drawing: Drawing): KeptPage | null {
  if (status !== 200 || headers['set-cookie'] !== undefined || !drawing.isRepeatable) return null;
  if (!String(headers['content-type']).startsWith('text/html')) return null;
  const nonce = NONCE.exec(String(headers[POLICY]))?.[1];
  // One character for each byte, so that places in the text are places in the body.
  const text = body.toString('latin1');
  if (nonce === undefined || FAILED.test(text) || !text.includes('</html>')) return null;
  const nonceAt = placesOf(text, nonce);
  const timeAt = placesOf(text, timeMark(drawing.at)).map((at) => at + timeMark(0).length - 1);
  if (nonceAt.length === 0 || timeAt.length === 0) return null;
  if (Object.values(headers).some((value) => Array.isArray(value))) return null;
  return {
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name))),
    nonce,
    isGzip: headers['content-encoding'] === 'gzip',
    body,
    nonceAt,
    timeAt,
    replies: drawing.replies,
    size: body.length + overheadBytes,
  };
}

/**
 * The page for one visit: with a nonce of its own, and with data that is of `atMs` (milliseconds since 1970), the time
 * before it was compared.
 */
export function writePage(page: KeptPage, atMs: number): { headers: OutgoingHttpHeaders; body: Buffer } {
  const nonce = randomBytes(16).toString('base64');
  const body = Buffer.from(page.body);
  for (const at of page.nonceAt) body.write(nonce, at, 'latin1');
  for (const at of page.timeAt) body.write(String(atMs), at, 'latin1');
  const headers = Object.entries(page.headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll(page.nonce, nonce) : value,
  ]);
  return { headers: Object.fromEntries(headers) as OutgoingHttpHeaders, body };
}

/**
 * How the state of a page, a JSON text in the text of a script, says its time. The same words in a bookmark are escaped
 * once more, so that they are never taken for it.
 */
const timeMark = (atMs: number): string => String.raw`\"dataUpdatedAt\":${atMs}`;

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}
