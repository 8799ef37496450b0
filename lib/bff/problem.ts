import { problemStatus, type ProblemCode } from '@/lib/contract/problem';
import type { Locale } from '@/lib/i18n/locale';
import en from '@/messages/en/problems.json';
import ptBR from '@/messages/pt-BR/problems.json';

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
