import type { ProblemBody } from '@/lib/contract/problem';
import type { RequestContext } from '@/provider/actor';
import { problemWords, validationWords } from '@/provider/http/words';
import { jsonHeaders } from '@/provider/http/response-headers';
import type { Problem } from '@/provider/problem';

/** The one place where a refusal becomes an answer, in the reader's language. */
export function problemResponse(problem: Problem, context: RequestContext): Response {
  const { locale } = context;
  const { issues, data, headers } = problem.detail;
  const body: ProblemBody = {
    ...data,
    status: problem.status,
    code: problem.code,
    message: problemWords(locale, problem.code),
    ...(issues && {
      errors: issues.map(({ path, code, values }) => ({
        path,
        message: validationWords(locale, code, values),
      })),
    }),
  };
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: {
      ...jsonHeaders(context.requestId),
      ...(problem.code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer' }),
      ...headers,
    },
  });
}
