import { NetworkFailure } from '@/lib/api/problem';
import { endsSession } from '@/lib/api/session';
import { Refusal } from '@/lib/api/stored-call';
import type { Bookmark } from '@/lib/contract/bookmarks';
import {
  factsOf,
  isSameFacts,
  type EntryInput,
  type EntryProblem,
  type OutboxEntry,
} from '@/lib/outbox/entry';

/** What became of an attempt to send an entry. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait'; readonly code: string; readonly retryAfterMs: number }
  /** The session is over, or belongs to another account. */
  | { readonly kind: 'pause' }
  | { readonly kind: 'conflict' | 'refused'; readonly problem: EntryProblem };

/** Sends one request; throws Refusal, and NetworkFailure without a response of the service. */
export type SendRequest = (
  operation: OutboxEntry['operation'],
  input: EntryInput,
  headers: Readonly<Record<string, string>>,
) => Promise<void>;

/** The bookmark may change again between the response and the next attempt. */
const attemptsMax = 5;

/**
 * Sends an entry with its idempotency key. An edit is bound to the version that was edited; where that has changed, but
 * not in the edited fields, it is bound to the new one and sent again.
 */
export async function sendEntry(entry: OutboxEntry, send: SendRequest): Promise<Outcome> {
  const { operation, edit, records } = entry;
  let input = entry.input;
  let updatedAt = edit?.updatedAt ?? null;
  try {
    if (edit?.restores === true) {
      const headers = { ...headersOf(entry), 'idempotency-key': `${entry.id}.restore` };
      await send('bookmarks.restore', { params: { uuid: records[0] ?? '' } }, headers);
    }
    for (let attempt = 1; ; attempt += 1) {
      if (updatedAt !== null) input = { ...input, body: { ...input.body, updatedAt } };
      try {
        await send(operation, input, headersOf(entry));
        return { kind: 'done' };
      } catch (failure) {
        const current = edit && outdatedBy(failure);
        if (!current || attempt >= attemptsMax) throw failure;
        const now = factsOf(current, Object.keys(edit.after));
        if (isSameFacts(now, edit.after)) return { kind: 'done' };
        if (!isSameFacts(now, edit.before)) {
          return { kind: 'conflict', problem: { ...problemOf(failure), current: now } };
        }
        updatedAt = current.updatedAt;
      }
    }
  } catch (failure) {
    return outcomeOf(failure, entry);
  }
}

const headersOf = ({ id, account, space, operation }: OutboxEntry): Record<string, string> => ({
  'idempotency-key': id,
  'account-id': account,
  // Other operations find the bookmark wherever it is by now.
  ...((operation === 'bookmarks.create' || operation === 'bookmarks.bulk') && { 'space-id': space }),
});

function outdatedBy(failure: unknown): Bookmark | null {
  if (!(failure instanceof Refusal) || failure.problem.code !== 'OUTDATED') return null;
  return (failure.problem.extra['bookmark'] as Bookmark | undefined) ?? null;
}

const conflicts = new Set([
  'ALREADY_EXISTS',
  'CONFLICT',
  'NOT_FOUND',
  'OUTDATED',
  'SMART_COLLECTION',
  'SPACE_NOT_FOUND',
]);
const passing = new Set([408, 425, 429]);
/** After this many attempts, minutes apart at last, the entry itself is what the service fails at. */
const failuresMax = 8;

function outcomeOf(failure: unknown, { operation, attempts }: OutboxEntry): Outcome {
  if (!(failure instanceof Refusal)) {
    const code = failure instanceof NetworkFailure ? 'OFFLINE' : 'UNKNOWN';
    return { kind: 'wait', code, retryAfterMs: 0 };
  }
  const { problem, retryAfterMs } = failure;
  const { status, code } = problem;
  if (endsSession(status, code) || code === 'OTHER_ACCOUNT') return { kind: 'pause' };
  // It would keep everything behind it waiting.
  if (code === 'INTERNAL' && attempts >= failuresMax) {
    return { kind: 'refused', problem: problemOf(failure) };
  }
  // A response without a code of the contract comes from something between here and the service.
  if (status >= 500 || passing.has(status) || code === 'UNKNOWN') return { kind: 'wait', code, retryAfterMs };
  // It was erased elsewhere: nothing is left to be done.
  if (operation === 'bookmarks.delete' && code === 'NOT_FOUND') return { kind: 'done' };
  return { kind: conflicts.has(code) ? 'conflict' : 'refused', problem: problemOf(failure) };
}

const problemOf = (failure: unknown): EntryProblem => {
  const { code, errors, message } = (failure as Refusal).problem;
  return { code, message: errors[0]?.message || message };
};
