import { listOf, type Facts } from '@/lib/bookmark/merge';

/** Writes that can be stored and sent later. */
export type OutboxOperation =
  | 'bookmarks.create'
  | 'bookmarks.update'
  | 'bookmarks.favorite'
  | 'bookmarks.delete'
  | 'bookmarks.restore'
  | 'bookmarks.bulk';

export interface EntryInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Fields that an edit changes, to merge it with a later change elsewhere. */
export interface Edit {
  /** The edited version; null after the user chose to overwrite a later one. */
  readonly updatedAt: string | null;
  readonly before: Facts;
  readonly after: Facts;
  /** Whether the bookmark is restored from the trash first. */
  readonly restores?: boolean;
  /** The whole edited bookmark, in case it is deleted elsewhere; entries of earlier versions do not have it. */
  readonly whole?: Facts;
}

export interface EntryProblem {
  readonly code: string;
  /** Localized message of the service. */
  readonly message: string;
  /** Current values of the same fields on the server. */
  readonly current?: Facts;
}

/** A stored write. It stays until the service has executed it or the user discards it. */
export interface OutboxEntry {
  /** Assigned by the storage; entries are sent in this order. */
  readonly order: number;
  /** Also the idempotency key of all attempts. */
  readonly id: string;
  readonly account: string;
  readonly space: string;
  readonly operation: OutboxOperation;
  readonly input: EntryInput;
  /** The uuids of the changed bookmarks. */
  readonly records: readonly string[];
  /** Title or URL; null for an encrypted bookmark or several bookmarks. */
  readonly label: string | null;
  readonly edit: Edit | null;
  readonly createdAt: number;
  readonly state: 'waiting' | 'sending' | 'conflict' | 'refused';
  /** Number of attempts that may have reached the service, including one before the entry was stored. */
  readonly attempts: number;
  /** Earliest time of the next attempt, unless the user forces one. */
  readonly retryAt: number;
  readonly problem: EntryProblem | null;
}

export type NewEntry = Omit<OutboxEntry, 'order'>;

/** A bookmark cannot be encrypted while it has entries: they would keep its plaintext, and could not be sent. */
export class ChangeWaiting extends Error {
  constructor() {
    super('a change of the bookmark is waiting in the outbox');
    this.name = 'ChangeWaiting';
  }
}

/** Whether the entry requires a decision of the user. */
export const isStuck = ({ state }: Pick<OutboxEntry, 'state'>): boolean =>
  state === 'conflict' || state === 'refused';

/** Returns entries that are neither stuck nor behind a stuck entry for the same bookmark. */
export function sendable(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const stuck = new Set<string>();
  return entries.filter((entry) => {
    const isReady = !isStuck(entry) && !entry.records.some((record) => stuck.has(record));
    if (!isReady) for (const record of entry.records) stuck.add(record);
    return isReady;
  });
}

const minDelayMs = 2_000;
const maxDelayMs = 5 * 60_000;

/** Returns the delay before the next attempt: exponential backoff with jitter. */
export function waitMs(attempts: number, retryAfterMs: number, random: number): number {
  const upperBound = Math.min(maxDelayMs, minDelayMs * 2 ** Math.min(attempts - 1, 10));
  return Math.max(retryAfterMs, Math.round(upperBound * (0.5 + random / 2)));
}

/** Actions for a stuck entry, besides discarding it. */
export type Remedy =
  'oneByOne' | 'overwrite' | 'restore' | 'addAgain' | 'withoutCollections' | 'saveAsNew' | 'retry' | 'none';

export function remedyOf({ operation, problem, edit, input, records }: OutboxEntry): Remedy {
  switch (problem?.code) {
    case 'OUTDATED':
      return problem.current?.['trashed'] === true && edit?.before['trashed'] === false
        ? 'restore'
        : 'overwrite';
    case 'ALREADY_EXISTS':
      return 'addAgain';
    case 'NOT_FOUND':
    case 'SPACE_NOT_FOUND':
      // One missing bookmark prevents the change of the others.
      if (records.length > 1 && problem.code === 'NOT_FOUND') return 'oneByOne';
      if (operation === 'bookmarks.update') return canSaveAsNew(edit, input) ? 'saveAsNew' : 'none';
      return operation === 'bookmarks.create' &&
        (problem.code === 'SPACE_NOT_FOUND' || input.body?.['collections'] !== undefined)
        ? 'withoutCollections'
        : 'none';
    case 'CONFLICT':
      return 'none';
    default:
      return 'retry';
  }
}

/** An envelope is bound to its uuid, which may still exist if the edit names collections: one of them may be missing. */
const canSaveAsNew = (edit: Edit | null, { body }: EntryInput): boolean =>
  edit?.whole !== undefined && (edit.whole['encrypted'] !== true || body?.['collections'] === undefined);

/** Returns the creation of a bookmark that was deleted after it was edited here. */
function createAgain(entry: OutboxEntry, newId: () => string): OutboxEntry {
  const { records, edit, input } = entry;
  const [known = ''] = records;
  const uuid = input.body?.['collections'] === undefined ? known : newId();
  const given = Object.entries(edit?.whole ?? {}).filter(([, value]) => value !== null && value !== '');
  const { collections, ...fields } = Object.fromEntries(given);
  return {
    ...entry,
    // Another request needs another key.
    id: newId(),
    operation: 'bookmarks.create',
    input: { body: { ...fields, uuid, ...(collections && { collections: listOf(collections) }) } },
    records: [uuid],
    edit: null,
    state: 'waiting',
    attempts: 0,
    retryAt: 0,
    problem: null,
  };
}

/** Splits a change to several bookmarks into one change per bookmark. */
export const splitEntry = (entry: OutboxEntry, newId: () => string): OutboxEntry[] =>
  entry.records.map((record, index) => ({
    ...entry,
    // Keeps the position of the original entry.
    order: entry.order + index / entry.records.length,
    id: newId(),
    input: { body: { ...entry.input.body, uuids: [record] } },
    records: [record],
    state: 'waiting',
    attempts: 0,
    retryAt: 0,
    problem: null,
  }));

/** Returns the entry to send when the user keeps their change. `space` is the current space. */
export function keepMine(entry: OutboxEntry, space: string, newId: () => string): OutboxEntry {
  const again: OutboxEntry = { ...entry, state: 'waiting', retryAt: 0, problem: null };
  const body = entry.input.body ?? {};
  switch (remedyOf(entry)) {
    case 'restore':
    case 'overwrite': {
      const { updatedAt: _, ...forced } = body;
      const edit = entry.edit && {
        ...entry.edit,
        updatedAt: null,
        restores: remedyOf(entry) === 'restore',
      };
      return { ...again, edit, input: { ...entry.input, body: forced } };
    }
    case 'saveAsNew':
      return createAgain(entry, newId);
    case 'addAgain':
      return { ...again, input: { ...entry.input, body: { ...body, force: true } } };
    case 'withoutCollections': {
      const { collections: _, ...rest } = body;
      const isGone = entry.problem?.code === 'SPACE_NOT_FOUND';
      return { ...again, input: { ...entry.input, body: rest }, ...(isGone && { space }) };
    }
    default:
      return again;
  }
}
