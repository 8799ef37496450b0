import type { Bookmark } from '@/lib/contract/bookmarks';
import { parseTags, printTags } from '@/lib/domain/tags';

/** The writes that can wait for the network. */
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

/** Fields of a bookmark in a form in which two versions can be compared. */
export type Facts = Readonly<Record<string, string | boolean | null>>;

/** What an edit changes: a later change of the same fields elsewhere is a conflict. */
export interface Edit {
  /** The version that was edited; null once the reader has chosen to overwrite a later one. */
  readonly updatedAt: string | null;
  readonly before: Facts;
  readonly after: Facts;
  /** The bookmark is taken out of the trash first. */
  readonly restores?: boolean;
}

export interface EntryProblem {
  readonly code: string;
  /** In the reader's language, as the service wrote it. */
  readonly message: string;
  /** The same fields as they are on the server now. */
  readonly current?: Facts;
}

/** One write that waits to be sent. It stays until the service has carried it out or the reader discards it. */
export interface OutboxEntry {
  /** Given by the storage; entries are sent in this order. */
  readonly order: number;
  /** Also the idempotency key, from the first attempt on. */
  readonly id: string;
  readonly account: string;
  readonly space: string;
  readonly operation: OutboxOperation;
  readonly input: EntryInput;
  /** Bookmarks that it changes. */
  readonly records: readonly string[];
  /** Title or address; null for an encrypted bookmark, or for several. */
  readonly label: string | null;
  readonly edit: Edit | null;
  readonly createdAt: number;
  readonly state: 'waiting' | 'sending' | 'conflict' | 'refused';
  readonly attempts: number;
  /** Not sent before, unless the reader asks for it. */
  readonly retryAt: number;
  readonly problem: EntryProblem | null;
}

export type NewEntry = Omit<OutboxEntry, 'order'>;

/** Whether only the reader can decide how it goes on. */
export const isStuck = ({ state }: Pick<OutboxEntry, 'state'>): boolean =>
  state === 'conflict' || state === 'refused';

/** Entries that are not stuck, and not behind a stuck one that concerns the same bookmark. */
export function sendable(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const stuck = new Set<string>();
  return entries.filter((entry) => {
    const isReady = !isStuck(entry) && !entry.records.some((record) => stuck.has(record));
    if (!isReady) for (const record of entry.records) stuck.add(record);
    return isReady;
  });
}

const facts: Readonly<Record<string, (bookmark: Bookmark) => string | boolean | null>> = {
  title: ({ title }) => title,
  url: ({ url }) => url,
  description: ({ description }) => description,
  tags: ({ tags }) => printTags(parseTags(tags)),
  favorite: ({ favorite }) => favorite,
  highlighted: ({ highlighted }) => highlighted,
  collections: ({ collections }) =>
    collections
      .map(({ uuid }) => uuid)
      .sort()
      .join(),
  encrypted: ({ encrypted }) => encrypted,
  cipher: ({ cipher }) => cipher,
  hint: ({ hint }) => hint,
  trashed: ({ deletedAt }) => deletedAt !== null,
};

export const factsOf = (bookmark: Bookmark, names: readonly string[]): Facts =>
  Object.fromEntries(names.map((name) => [name, facts[name]?.(bookmark) ?? null]));

/** Names of the fields that a body changes. Whether the bookmark is in the trash always counts. */
export const editedFields = (body: object): string[] => [
  ...Object.keys(body).filter((name) => name in facts),
  'trashed',
];

export const isSameFacts = (a: Facts, b: Facts): boolean =>
  Object.keys(a).every((name) => (a[name] || null) === (b[name] || null));

const firstWaitMs = 2_000;
const longestWaitMs = 5 * 60_000;

/** How long to wait after so many attempts: twice as long each time, and not for all clients the same. */
export function waitMs(attempts: number, retryAfterMs: number, random: number): number {
  const most = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 10));
  return Math.max(retryAfterMs, Math.round(most * (0.5 + random / 2)));
}

/** What the reader can do with an entry that is stuck, beside discarding it. */
export type Remedy =
  'oneByOne' | 'overwrite' | 'restore' | 'addAgain' | 'withoutCollections' | 'retry' | 'none';

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
      // One that is gone keeps the others from being changed.
      if (records.length > 1 && problem.code === 'NOT_FOUND') return 'oneByOne';
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

/** A change to several bookmarks as one change to each. */
export const splitEntry = (entry: OutboxEntry, newId: () => string): OutboxEntry[] =>
  entry.records.map((record, index) => ({
    ...entry,
    // In the place of the whole.
    order: entry.order + index / entry.records.length,
    id: newId(),
    input: { body: { ...entry.input.body, uuids: [record] } },
    records: [record],
    state: 'waiting',
    attempts: 0,
    retryAt: 0,
    problem: null,
  }));

/** The entry as it is to be sent when the reader keeps their change. `space` is the one in use now. */
export function keepMine(entry: OutboxEntry, space: string): OutboxEntry {
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
