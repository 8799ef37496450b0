import type { Log } from '@/provider/deps';
import { causesOf, codeOf, describeError } from '@/lib/observability/describe-error';
import { quotaExceededState } from '@/provider/db/client';
import { Problem } from '@/provider/problem';

const retryAfterSeconds = '5';

/** A refusal of a request that the database cannot serve now. */
export const databaseUnavailable = (): Problem =>
  new Problem('SERVICE_UNAVAILABLE', { headers: { 'retry-after': retryAfterSeconds } });

// The server cannot be reached, is going down, is full, or gave up a statement: trying again later is right.
const transientSqlStates = /^(?:08...|53...|57P0[1-4]|57014|40001|40P01|55P03)$/;
const transientSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const transientDriverMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

const isDiskFull = (error: Error): boolean => codeOf(error) === '53100';

function isTransient(error: Error): boolean {
  const code = codeOf(error);
  if (code === undefined) return transientDriverMessages.test(error.message);
  // ENOENT counts only for a socket: a missing file is a defect.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  return transientSystemCodes.has(code) || transientSqlStates.test(code);
}

/**
 * Turns whatever was thrown into a refusal. What nobody expected is logged once with the request's id and answered
 * without a description.
 */
export function asProblem(error: unknown, fields: Record<string, unknown>, log: Log): Problem {
  if (error instanceof Problem) return error;
  if ([...causesOf(error)].some(isDiskFull)) {
    log.error({ ...fields, error: describeError(error) }, 'the disk of the database is full');
    return new Problem('DISK_FULL');
  }
  if ([...causesOf(error)].some((cause) => codeOf(cause) === quotaExceededState))
    return new Problem('QUOTA_EXCEEDED');
  if ([...causesOf(error)].some(isTransient)) {
    log.warn({ ...fields, error: describeError(error) }, 'database unavailable');
    return databaseUnavailable();
  }
  log.error({ ...fields, error: describeError(error) }, 'unexpected error');
  return new Problem('INTERNAL');
}
