import type { QueryClient } from '@tanstack/react-query';
import { NetworkFailure } from '@/lib/api/problem';
import type { Input, OperationId, Output } from '@/lib/contract';
import type { Account } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { openOutbox } from '@/lib/outbox/browser';
import { createdFields, editedFields, factsOf } from '@/lib/bookmark/merge';
import { ChangeWaiting, type EntryInput, type NewEntry, type OutboxEntry } from '@/lib/outbox/entry';
import type { Outbox } from '@/lib/outbox/outbox';
import { rememberOriginals } from '@/lib/outbox/show-waiting';
import { accountQueries } from '@/lib/api/account';
import { shownSpace } from '@/lib/api/call';
import { optimisticMax } from '@/lib/api/endpoint';
import { statusOf } from '@/lib/api/query-client';
import { knownCollections } from '@/lib/api/collections';
import { draftBookmark, editBookmark } from '@/lib/api/bookmark-editing';

interface StoredWrite<Id extends OperationId> {
  readonly client: QueryClient;
  readonly input: Input<Id>;
  readonly variables: object;
  readonly key: string;
  /** Whether the browser had no network, so that an attempt cannot have reached the service. */
  readonly isOffline: boolean;
  /** The error of the sending attempt; absent if there was none. */
  readonly failure?: NetworkFailure | undefined;
  readonly send: () => Promise<Output<Id>>;
}

/**
 * Stores a write in the outbox if it supports that, and returns the expected response. A write that was not attempted
 * is sent immediately unless entries concern the same bookmarks. Throws the errors of sending.
 */
export async function storeWrite<Id extends OperationId>(
  id: Id,
  { client, input, variables, key, isOffline, failure, send }: StoredWrite<Id>,
): Promise<Output<Id>> {
  const account = client.getQueryData(accountQueries.current().queryKey);
  const outbox = account && (await openOutbox(client, account.uuid).catch(() => null));
  const plan = planWrite(id, { ...variables, ...(input as EntryInput) }, client);
  // Another tab may just have stored an entry.
  await outbox?.refresh().catch(() => undefined);
  const undone = outbox
    ?.getEntries()
    .find((entry) => id === 'bookmarks.undo' && entry.id === (input as EntryInput).params?.['uuid']);
  if (outbox && undone) return (await undoStored(outbox, undone, send)) as Output<Id>;
  if (outbox?.concerns(newlyEncrypted(id, input as EntryInput, variables)) === true)
    throw new ChangeWaiting();
  const isWaiting = outbox?.concerns(plan?.records ?? []) === true;
  if (!account || !outbox || !plan || (plan.isErasing && !isWaiting)) {
    if (failure) throw failure;
    return send();
  }
  if (!failure && !isWaiting) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error;
    }
  }
  // Signing out deletes the entries, and nothing may be stored afterwards.
  if (!client.getQueryData(accountQueries.current().queryKey)) throw failure ?? new Error('signed out');
  const { reply, isErasing: _, ...entry } = plan;
  const attempts = isOffline || (!failure && isWaiting) ? 0 : 1;
  const stored = { ...entry, ...ownerOf(account), id: key, ...initialState, attempts, createdAt: Date.now() };
  const { bookmark, loaded = bookmark ? [bookmark] : [] } = variables as Variables;
  rememberOriginals(loaded);
  await outbox.add(stored).catch((error: unknown) => {
    throw failure ?? error;
  });
  // The service uses the key for the undo, too.
  return (id === 'bookmarks.bulk' ? { ...(reply as object), undo: key } : reply) as Output<Id>;
}

/** Returns the uuids of the readable bookmarks that a write encrypts. */
function newlyEncrypted(id: OperationId, { body }: EntryInput, variables: Variables): string[] {
  const { bookmark, bookmarks = [] } = variables;
  const encrypted =
    id === 'bookmarks.update' && body?.['encrypted'] === true && bookmark ? [bookmark] : bookmarks;
  return encrypted.filter((one) => !one.encrypted).map(({ uuid }) => uuid);
}

/**
 * Discards the entry of a change to several bookmarks, and undoes it in case an earlier attempt was executed. After an
 * attempt, the entry stays until the service has responded, so that the undo can be repeated.
 */
async function undoStored(
  outbox: Outbox,
  entry: OutboxEntry,
  send: () => Promise<unknown>,
): Promise<unknown> {
  if (entry.attempts > 0) {
    try {
      const undone = await send();
      await outbox.discard(entry);
      return undone;
    } catch (failure) {
      if (statusOf(failure) !== 404) throw failure;
    }
  }
  const isDiscarded = await outbox.discard(entry);
  try {
    return await send();
  } catch (failure) {
    // Without a network, or if the change was never executed.
    if (isDiscarded && [0, 404].includes(statusOf(failure))) return { affected: entry.records.length };
    throw failure;
  }
}

const ownerOf = ({ uuid, space }: Account) => ({ account: uuid, space: shownSpace() ?? space });

const initialState = { state: 'waiting', retryAt: 0, problem: null } as const;

interface Plan extends Pick<NewEntry, 'operation' | 'input' | 'records' | 'label' | 'edit'> {
  readonly reply: unknown;
  /** Whether it deletes permanently, which is only stored if the outbox has entries for the bookmark. */
  readonly isErasing?: boolean;
}

interface Variables extends EntryInput {
  readonly bookmark?: Bookmark;
  readonly loaded?: readonly Bookmark[];
  /** Those of `bookmarks.reencrypt`. */
  readonly bookmarks?: readonly Bookmark[];
}

/** Returns the outbox entry and expected response of a write; null if it cannot be stored. */
export function planWrite(id: OperationId, variables: Variables, client: QueryClient): Plan | null {
  const { params, query, body = {}, bookmark } = variables;
  const uuid = params?.['uuid'] ?? '';
  const now = new Date().toISOString();
  const onOne = { records: [uuid], label: bookmark ? labelOf(bookmark) : null, edit: null };
  switch (id) {
    case 'bookmarks.create': {
      const create = body as Input<'bookmarks.create'>['body'];
      if (create.uuid === undefined) return null;
      const reply = draftBookmark(create, knownCollections(client), now);
      return {
        operation: id,
        input: { body },
        records: [create.uuid],
        label: labelOf(reply),
        edit: null,
        reply,
      };
    }
    case 'bookmarks.update': {
      const update = body as Input<'bookmarks.update'>['body'];
      // Encrypting or decrypting a bookmark must take effect in every copy immediately.
      if (!bookmark || (update.encrypted !== undefined && update.encrypted !== bookmark.encrypted))
        return null;
      if (update.encrypted === false) return null;
      const reply = editBookmark(bookmark, update, knownCollections(client), now);
      const fields = editedFields(body);
      // The form omits the version if the user overwrites a later one.
      const isForced = update.encrypted === true && update.updatedAt === undefined;
      const edit = {
        updatedAt: isForced ? null : bookmark.updatedAt,
        before: factsOf(bookmark, fields),
        after: factsOf(reply, fields),
        whole: factsOf(reply, createdFields),
      };
      return { ...onOne, operation: id, input: { params: { uuid }, body }, edit, reply };
    }
    case 'bookmarks.favorite':
      if (!bookmark) return null;
      return {
        ...onOne,
        operation: id,
        input: { params: { uuid }, body },
        reply: { ...bookmark, favorite: body['favorite'] },
      };
    case 'bookmarks.delete': {
      const isErasing = query?.['permanent'] === true;
      const input = { params: { uuid }, ...(isErasing && { query: { permanent: true } }) };
      return { ...onOne, operation: id, input, isErasing, reply: {} };
    }
    case 'bookmarks.restore':
      if (!bookmark) return null;
      return {
        ...onOne,
        operation: id,
        input: { params: { uuid } },
        reply: { ...bookmark, deletedAt: null },
      };
    case 'bookmarks.bulk':
      return planBulk(body as Input<'bookmarks.bulk'>['body'], variables.loaded ?? []);
    default:
      return null;
  }
}

const bulkActions = new Set(['favorite', 'later', 'read', 'delete', 'restore', 'move', 'copy']);

/** Returns the plan for given bookmarks that are all loaded and stay in their space; null otherwise. */
function planBulk(body: Input<'bookmarks.bulk'>['body'], loaded: readonly Bookmark[]): Plan | null {
  const { uuids = [], action } = body;
  const isKnown = uuids.length === loaded.length && uuids.length > 0 && uuids.length <= optimisticMax;
  if (!isKnown || !bulkActions.has(action) || 'space' in body) return null;
  const [first] = loaded;
  return {
    operation: 'bookmarks.bulk',
    input: { body },
    records: uuids,
    label: first && loaded.length === 1 ? labelOf(first) : null,
    edit: null,
    reply: { affected: uuids.length, undo: null },
  };
}

const labelOf = ({ encrypted, title, url }: Bookmark): string | null =>
  encrypted ? null : title || url || null;
