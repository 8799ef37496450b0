import type { PageFailure } from '@/provider/deps';

/**
 * What an attempt says of a page. `there`: the site has it, or keeps programs out. `gone`: it could not be had today.
 * `askByGet`: the site does not answer HEAD. `later`: it was not asked. `unknown`: our own rules forbid to ask.
 */
export type Verdict = 'there' | 'gone' | 'askByGet' | 'later' | 'unknown';

/** Answers by which sites refuse HEAD; those that say that a page is gone are not believed before GET says so too. */
const headRefusals = [400, 403, 405];

/** `failure` is null when the page came. */
export function judgeLink(method: 'HEAD' | 'GET', failure: PageFailure | null): Verdict {
  if (failure === null) return 'there';
  if (failure.kind === 'status') return judgeStatus(method, failure.status);
  if (failure.kind === 'unreachable') return 'gone';
  if (failure.kind === 'forbidden') return 'unknown';
  return failure.kind === 'later' ? 'later' : 'there';
}

function judgeStatus(method: 'HEAD' | 'GET', status: number): Verdict {
  const isGone = status === 404 || status === 410 || (status >= 500 && status <= 599);
  if (method === 'HEAD' && (isGone || headRefusals.includes(status))) return 'askByGet';
  return isGone ? 'gone' : 'there';
}
