import { isBytes, type Endpoint } from '@/lib/contract/endpoint';
import { problemCodes, type ProblemCode } from '@/lib/contract/problem';

/** Every refusal that a call can answer: those it declares, and those that follow from its shape. */
export function documentedProblems(endpoint: Endpoint): ProblemCode[] {
  const codes = new Set<ProblemCode>(endpoint.problems);
  const add = (...more: ProblemCode[]): void => more.forEach((code) => codes.add(code));
  add('MALFORMED_REQUEST', 'RATE_LIMITED', 'INTERNAL', 'SERVICE_UNAVAILABLE');
  // A refresh token that does not hold is answered like an access token that does not.
  if (endpoint.audience !== 'none' || endpoint.id === 'auth.refresh') add('UNAUTHENTICATED');
  if (endpoint.method !== 'GET') add('DISK_FULL');
  if (endpoint.audience !== 'none') add('ACCOUNT_SUSPENDED', 'SPACE_NOT_FOUND');
  if (endpoint.audience !== 'none' && (endpoint.sessionOnly || endpoint.method !== 'GET')) {
    add('INSUFFICIENT_SCOPE');
  }
  if (endpoint.audience === 'admin' || endpoint.params) add('NOT_FOUND');
  if (endpoint.query) add('VALIDATION_FAILED');
  if (endpoint.body && !isBytes(endpoint.body)) {
    add('VALIDATION_FAILED', 'MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  }
  if (endpoint.body && isBytes(endpoint.body)) add('BODY_TOO_LARGE');
  return problemCodes.filter((code) => codes.has(code));
}
