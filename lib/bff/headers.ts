/** Of a browser's or a client's headers, those that mean something to the provider. Everything else stays here. */
const PASSED_ON = [
  'accept',
  'content-type',
  'content-encoding',
  'content-length',
  'idempotency-key',
  'if-modified-since',
  'if-none-match',
  'space-id',
  'time-zone',
  'user-agent',
  'x-request-id',
] as const;

/** Of the provider's headers, those that the reader gets. Cookies, hop-by-hop and server headers are not among them. */
const PASSED_BACK = [
  'allow',
  'content-disposition',
  'content-language',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  'last-modified',
  'retry-after',
  'x-content-type-options',
  'x-request-id',
] as const;

export type HeaderRecord = Record<string, string>;

export function requestHeaders(from: Headers): HeaderRecord {
  return pick(from, PASSED_ON);
}

/** Answers belong to one reader: only what the provider marks as private may be kept at all, and by the reader only. */
export function responseHeaders(from: Headers): HeaderRecord {
  const cacheControl = from.get('cache-control') ?? '';
  const headers = pick(from, PASSED_BACK);
  headers['cache-control'] = cacheControl.startsWith('private,') ? cacheControl : 'no-store';
  return headers;
}

function pick(from: Headers, names: readonly string[]): HeaderRecord {
  const picked: HeaderRecord = {};
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) picked[name] = value;
  }
  return picked;
}
