import 'server-only';
import { problemStatus, type ProblemCode } from '@/lib/contract/problem';
import type { Locale } from '@/lib/i18n/locale';
import en from '@/messages/en/problems.json';
import ptBR from '@/messages/pt-BR/problems.json';

/** Response headers that are forwarded to the client. Cookies, hop-by-hop and server headers are not. */
const FORWARDED_RESPONSE_HEADERS = [
  'allow',
  'content-disposition',
  'content-language',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  'idempotency-replayed',
  'last-modified',
  'location',
  'retry-after',
  'www-authenticate',
  'x-content-type-options',
  'x-request-id',
] as const;

export type HeaderRecord = Record<string, string>;

export function pickHeaders(from: Headers, names: readonly string[]): HeaderRecord {
  const picked: HeaderRecord = {};
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) picked[name] = value;
  }
  return picked;
}

/** Responses belong to one account: only those that the provider marks as private are cacheable, by browsers only. */
function responseHeaders(from: Headers): HeaderRecord {
  const cacheControl = from.get('cache-control') ?? '';
  const headers = pickHeaders(from, FORWARDED_RESPONSE_HEADERS);
  headers['cache-control'] = cacheControl.startsWith('private,') ? cacheControl : 'no-store';
  return headers;
}

/** Streams a response of the service to the client, with our cookies and none of the service's. */
export function relay(response: Response, setCookies: readonly string[]): Response {
  const headers = new Headers(responseHeaders(response.headers));
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return new Response(response.body, { status: response.status, headers });
}

const messages: Record<Locale, Record<ProblemCode, string>> = { en, 'pt-BR': ptBR };

/** Creates an error response of the BFF, in the same format as the provider's. */
export function problemResponse(code: ProblemCode, locale: Locale): Response {
  const status = problemStatus[code];
  return new Response(JSON.stringify({ status, code, message: messages[locale][code] }), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}

/** Returns the code of an error response; null for other responses. The body can still be read once. */
export async function readProblemCode(response: Response): Promise<string | null> {
  if (response.ok || !response.headers.get('content-type')?.startsWith('application/json')) return null;
  try {
    const body = (await response.clone().json()) as { code?: unknown };
    return typeof body.code === 'string' ? body.code : null;
  } catch {
    return null;
  }
}
