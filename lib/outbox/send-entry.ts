import { NetworkFailure } from '@/lib/api/problem';
import { endsSession } from '@/lib/api/session';
import { Refusal } from '@/lib/api/stored-call';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { factsOf, isSameFacts, mergeEdit } from '@/lib/bookmark/merge';
import type { EntryInput, EntryProblem, OutboxEntry } from '@/lib/outbox/entry';

/** Result of an attempt to send an entry. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait'; readonly code: string; readonly retryAfterMs: number }
  /** The session has ended or belongs to another account. */
  | { readonly kind: 'pause' }
  | { readonly kind: 'conflict' | 'refused'; readonly problem: EntryProblem };

/** Sends one request; throws Refusal, or NetworkFailure without a response of the service. */
export type SendRequest = (
  operation: OutboxEntry['operation'],
  input: EntryInput,
  headers: Readonly<Record<string, string>>,
) => Promise<void>;

/** Limit for attempts, since the bookmark may change again between a response and the next attempt. */
const attemptsMax = 5;

/**
 * Sends an entry with its idempotency key. An edit requires the version that was edited. If that version is outdated,
 * the entry is merged with the new version and sent again, unless they conflict.
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
        const { body, isConflict } = mergeEdit(entry.input.body ?? {}, edit, now);
        if (isConflict) return { kind: 'conflict', problem: { ...problemOf(failure), current: now } };
        input = { ...entry.input, body };
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
  // Other operations find the bookmark in any space.
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
const transientStatuses = new Set([408, 425, 429]);
/** Attempts after which internal errors are attributed to the entry; the last attempts are minutes apart. */
const failuresMax = 8;

function outcomeOf(failure: unknown, { operation, attempts }: OutboxEntry): Outcome {
  if (!(failure instanceof Refusal)) {
    const code = failure instanceof NetworkFailure ? 'OFFLINE' : 'UNKNOWN';
    return { kind: 'wait', code, retryAfterMs: 0 };
  }
  const { problem, retryAfterMs } = failure;
  const { status, code } = problem;
  if (endsSession(status, code) || code === 'OTHER_ACCOUNT') return { kind: 'pause' };
  // Otherwise it would block all entries behind it.
  if (code === 'INTERNAL' && attempts >= failuresMax) {
    return { kind: 'refused', problem: problemOf(failure) };
  }
  // A response without a code of the contract comes from an intermediary.
  if (status >= 500 || transientStatuses.has(status) || code === 'UNKNOWN')
    return { kind: 'wait', code, retryAfterMs };
  // It was already erased elsewhere.
  if (operation === 'bookmarks.delete' && code === 'NOT_FOUND') return { kind: 'done' };
  return { kind: conflicts.has(code) ? 'conflict' : 'refused', problem: problemOf(failure) };
}

const problemOf = (failure: unknown): EntryProblem => {
  const { code, errors, message } = (failure as Refusal).problem;
  return { code, message: errors[0]?.message || message };
};
