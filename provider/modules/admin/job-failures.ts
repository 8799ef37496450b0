import { z } from 'zod';
import type { FailedJob, JobFailure } from '@/lib/contract/admin';

/** A serialized error; those of the queue itself are in `value`. */
const Failure = z.object({
  message: z.string().catch(''),
  code: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  value: z.unknown().optional(),
});

/** Reasons by the codes of the system (errno) and of PostgreSQL (SQLSTATE). */
const reasonsByCode: readonly (readonly [RegExp, JobFailure])[] = [
  [/^(?:ENOSPC|EDQUOT|53100)$/, 'disk'],
  [/^(?:ENOMEM|ERR_WORKER_OUT_OF_MEMORY|53200)$/, 'memory'],
  [/^(?:57014|ETIMEDOUT|ESOCKETTIMEDOUT)$/, 'timeout'],
  [/^(?:08|53|57)[0-9A-Z]{3}$/, 'database'],
  [/^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/, 'network'],
];

/** Reasons by the messages of errors that have no code: those of the queue and of the database driver. */
const reasonsByMessage: readonly (readonly [RegExp, JobFailure])[] = [
  [/heartbeat timeout/i, 'interrupted'],
  [/timed out|timeout|handler execution exceeded/i, 'timeout'],
  [/^(?:Connection terminated|Client (?:was closed|has encountered a connection error))/, 'database'],
];

const match = (table: typeof reasonsByCode, text: string): JobFailure | undefined =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** Returns the reason of a failure and its message, from what the queue has stored of its error. */
export function describeFailure(output: unknown): Pick<FailedJob, 'reason' | 'error'> {
  let error = '';
  let current = output;
  for (let depth = 0; depth < 8; depth += 1) {
    const { data } = Failure.safeParse(current);
    if (data === undefined) break;
    error ||= data.message;
    const reason = match(reasonsByCode, data.code ?? '') ?? match(reasonsByMessage, data.message);
    if (reason !== undefined) return { reason, error };
    current = data.cause ?? data.value;
  }
  return { reason: 'other', error };
}
