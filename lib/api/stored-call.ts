import { NetworkFailure, readProblem, type ApiProblem } from '@/lib/api/problem';
import { buildRequest, type AnyInput } from '@/lib/api/request';
import { endsSession, requireLogout } from '@/lib/api/session';
import type { OperationId } from '@/lib/contract/routes';

/** An error response of the service, with the delay of its Retry-After header. */
export class Refusal extends Error {
  constructor(
    readonly problem: ApiProblem,
    readonly retryAfterMs: number,
  ) {
    super(problem.message);
    this.name = 'Refusal';
  }
}

/** A stalled connection must not hold the lock indefinitely. */
const timeoutMs = 60_000;

/** Sends a stored request with its headers; throws Refusal, or NetworkFailure without a response. */
export async function sendStored(
  operation: OperationId,
  input: AnyInput,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { path, init } = buildRequest(operation, input);
  const request = { ...init, headers: { ...init.headers, ...headers } };
  const response = await fetch(path, {
    ...request,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new NetworkFailure(error);
  });
  if (response.ok) {
    const isOurs =
      response.status === 204 || response.headers.get('content-type')?.startsWith('application/json');
    // The sign-in page of a captive portal is not a response of the service.
    if (isOurs !== true) throw new NetworkFailure(new Error('the response is not of the service'));
    // An unread body would keep the connection open.
    await response.arrayBuffer().catch(() => undefined);
    return;
  }
  const problem = await readProblem(response);
  if (endsSession(problem.status, problem.code)) requireLogout(problem.message);
  throw new Refusal(problem, 1_000 * (Number(response.headers.get('retry-after')) || 0));
}
