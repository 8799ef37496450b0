import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The screens that are kept: of the library, which people come back to. */
const PATH = /^\/(?:bookmarks|collections\/[\da-f-]{36})?(?:\?.{0,200})?$/;

/** Headers of a request that is not for a whole page, or not for the page alone. */
const NO_PAGE = /^(?:rsc$|next-|x-next|range$|authorization$)/;

/** All that a page can learn of its request. Everything else of a request must not change what a page says. */
const READ = [
  'host',
  'cookie',
  'accept-language',
  'user-agent',
  'sec-fetch-dest',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const;

/** Rows say days: "today" ends at midnight, which is a quarter of an hour in every time zone. */
const SAME_DAY_MS = 15 * 60_000;

/**
 * What a kept page is found by: a digest of all that it may depend on besides what the service replies. Null for a
 * request whose answer is not kept. Two sessions never have the same key, since their cookies differ.
 */
export function pageKey({ method, url = '', headers }: IncomingMessage, nowMs: number): string | null {
  if (method !== 'GET' || !PATH.test(url) || headers.cookie === undefined) return null;
  const dest = headers['sec-fetch-dest'];
  if (dest !== undefined && dest !== 'document') return null;
  if (Object.keys(headers).some((name) => NO_PAGE.test(name))) return null;
  const read = READ.map((name) => headers[name] ?? null);
  const facts = [Math.floor(nowMs / SAME_DAY_MS), url, takesGzip(headers['accept-encoding']), ...read];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64');
}

export const takesGzip = (acceptEncoding: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(acceptEncoding ?? ''));
