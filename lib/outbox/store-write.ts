import type { QueryClient } from '@tanstack/react-query';
import { NetworkFailure } from '@/lib/api/problem';
import type { Input, OperationId, Output } from '@/lib/contract';
import type { Account } from '@/lib/contract/account';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { openOutbox } from '@/lib/outbox/browser';
import { editedFields, factsOf, type EntryInput, type NewEntry } from '@/lib/outbox/entry';
import { rememberOriginals } from '@/lib/outbox/show-waiting';
import { accountQueries } from '@/lib/api/account';
import { knownCollections } from '@/lib/api/collections';
import { draftBookmark, editBookmark } from '@/lib/api/bookmark-editing';

interface StoredWrite<Id extends OperationId> {
  readonly client: QueryClient;
  readonly input: Input<Id>;
  readonly variables: object;
  readonly key: string;
  /** Why it could not be sent; absent where it was not tried. */
  readonly failure?: NetworkFailure | undefined;
  readonly send: () => Promise<Output<Id>>;
}

/**
 * Puts a write into the outbox, where it is one that can wait, and answers what the service will, as far as that is known.
 * A write that was not tried is sent at once unless entries concern the same bookmarks. Throws what sending throws.
 */
export async function storeWrite<Id extends OperationId>(
  id: Id,
  { client, input, variables, key, failure, send }: StoredWrite<Id>,
): Promise<Output<Id>> {
  const account = client.getQueryData(accountQueries.current().queryKey);
  const outbox = account && (await openOutbox(client, account.uuid).catch(() => null));
  const plan = planWrite(id, { ...variables, ...(input as EntryInput) }, client);
  // Another tab may have stored an entry a moment ago.
  await outbox?.refresh().catch(() => undefined);
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
  const { reply, isErasing: _, ...entry } = plan;
  const stored = { ...entry, ...ownerOf(account), id: key, ...fresh, createdAt: Date.now() };
  const { bookmark, loaded = bookmark ? [bookmark] : [] } = variables as Variables;
  rememberOriginals(loaded);
  await outbox.add(stored).catch((error: unknown) => {
    throw failure ?? error;
  });
  return reply as Output<Id>;
}

const ownerOf = ({ uuid, space }: Account) => ({ account: uuid, space });

const fresh = { state: 'waiting', attempts: 0, retryAt: 0, problem: null } as const;

interface Plan extends Pick<NewEntry, 'operation' | 'input' | 'records' | 'label' | 'edit'> {
  readonly reply: unknown;
  /** Without the network only what the outbox is to add can be erased. */
  readonly isErasing?: boolean;
}

type Variables = EntryInput & { readonly bookmark?: Bookmark; readonly loaded?: readonly Bookmark[] };

/** Bookmarks of one change: as many as are shown ahead of the response. */
const recordsMax = 60;

/** How a write waits; null for one that cannot. */
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
      // What becomes encrypted, or readable, must leave every copy at once.
      if (!bookmark || (update.encrypted !== undefined && update.encrypted !== bookmark.encrypted))
        return null;
      if (update.encrypted === false) return null;
      const reply = editBookmark(bookmark, update, knownCollections(client), now);
      const fields = editedFields(body);
      // The form leaves the version out where the reader overwrites a later one.
      const isForced = update.encrypted === true && update.updatedAt === undefined;
      const edit = {
        updatedAt: isForced ? null : bookmark.updatedAt,
        before: factsOf(bookmark, fields),
        after: factsOf(reply, fields),
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

const bulkActions = new Set(['favorite', 'delete', 'restore', 'move', 'copy']);

/** Named bookmarks that are all loaded, within a space. */
function planBulk(body: Input<'bookmarks.bulk'>['body'], loaded: readonly Bookmark[]): Plan | null {
  const { uuids = [], action } = body;
  const isKnown = uuids.length === loaded.length && uuids.length > 0 && uuids.length <= recordsMax;
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
