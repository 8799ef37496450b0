import 'server-only';
import { problemStatus, type ProblemCode } from '@/lib/contract/problem';
import type { Locale } from '@/lib/i18n/locale';
import en from '@/messages/en/problems.json';
import ptBR from '@/messages/pt-BR/problems.json';

/** Of the provider's headers, those that the reader gets. Cookies, hop-by-hop and server headers are not among them. */
const PASSED_BACK = [
  'allow',
  'content-disposition',
  'content-language',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  'idempotency-replayed',
  'last-modified',
  'retry-after',
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

/** Answers belong to one reader: only what the provider marks as private may be kept at all, and by the reader only. */
function responseHeaders(from: Headers): HeaderRecord {
  const cacheControl = from.get('cache-control') ?? '';
  const headers = pickHeaders(from, PASSED_BACK);
  headers['cache-control'] = cacheControl.startsWith('private,') ? cacheControl : 'no-store';
  return headers;
}

/** The answer as the reader gets it, streaming, with cookies of ours and none of the service's. */
export function relay(response: Response, setCookies: readonly string[]): Response {
  const headers = new Headers(responseHeaders(response.headers));
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return new Response(response.body, { status: response.status, headers });
}

const words: Record<Locale, Record<ProblemCode, string>> = { en, 'pt-BR': ptBR };

/** A refusal by the BFF itself, of the same form as the provider's. */
export function problemResponse(code: ProblemCode, locale: Locale): Response {
  const status = problemStatus[code];
  return new Response(JSON.stringify({ status, code, message: words[locale][code] }), {
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

/** The code of a refusal, or null for an answer that is none. The answer's body can be read only once afterwards. */
export async function readProblemCode(response: Response): Promise<string | null> {
  if (response.ok || !response.headers.get('content-type')?.startsWith('application/json')) return null;
  try {
    const body = (await response.clone().json()) as { code?: unknown };
    return typeof body.code === 'string' ? body.code : null;
  } catch {
    return null;
  }
}
