import { isExpired, readChanges } from '@/lib/api/changes';
import type { Bookmark } from '@/lib/contract/bookmarks';
import { call } from '@/extension/lib/client';
import { getConnection, type Connection } from '@/extension/lib/connection';
import {
  beginCopy,
  readByMark,
  readState,
  readUuids,
  writeChanges,
  type CopyState,
  type LocalBookmark,
} from '@/extension/lib/library-store';
import { randomText } from '@/extension/lib/pkce';
import { markOf } from '@/extension/lib/saved-marks';

const pageSize = 200;

/**
 * Brings the local copy up to date: by the change feed or, without a copy or with one that is too old, by reading all
 * spaces. Does nothing without a connection, or if the copy was compared less than `maxAgeMs` ago. Rejects if the server
 * cannot be reached; what was read until then stays. Runs in one context at a time.
 */
export async function syncLibrary(maxAgeMs = 0): Promise<void> {
  await navigator.locks.request('library', async () => {
    const connection = await getConnection();
    if (connection === null) return;
    const state = await readState();
    if (state !== null && isOf(state, connection)) {
      if (state.cursor !== null && Date.now() - state.syncedAt < maxAgeMs) return;
      if (state.cursor !== null && (await followChanges(state, state.cursor))) return;
      await readEverything(state);
    } else {
      const { account, origin } = connection;
      const empty = {
        account: account.uuid,
        origin,
        cursor: null,
        syncedAt: 0,
        version: 0,
        salt: randomText(),
      };
      await beginCopy(empty);
      await readEverything(empty);
    }
  });
}

/** Returns the bookmarks of a page that the connected account has saved, the newest first; none without a copy. */
export async function findSaved(url: string, connected = getConnection()): Promise<LocalBookmark[]> {
  const [state, connection] = await Promise.all([readState(), connected]);
  if (state === null || connection === null || !isOf(state, connection)) return [];
  const found = await readByMark(await markOf(url, state.salt));
  return found.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
}

/** Applies a change that was just made, before the change feed reports it. Null removes the bookmark. */
export async function applyChange(uuid: string, bookmark: Bookmark | null, space: string): Promise<void> {
  await navigator.locks.request('library', async () => {
    const [state, connection] = await Promise.all([readState(), getConnection()]);
    if (state === null || connection === null || !isOf(state, connection)) return;
    await write(state, [{ uuid, bookmark, space }]);
  });
}

const isOf = (state: CopyState, { account, origin }: Connection): boolean =>
  state.account === account.uuid && state.origin === origin;

interface Change {
  readonly uuid: string;
  readonly bookmark: Bookmark | null;
  readonly space: string | null;
}

/** Encrypted bookmarks and those in the trash are not copied. */
async function write(state: CopyState, changes: readonly Change[]): Promise<CopyState> {
  const next = { ...state, version: state.version + 1 };
  const put: (LocalBookmark & { mark: string })[] = [];
  const deleted: string[] = [];
  for (const { uuid, bookmark, space } of changes) {
    if (bookmark === null || space === null || bookmark.encrypted || bookmark.deletedAt !== null) {
      deleted.push(uuid);
    } else {
      put.push({ ...bookmark, space, mark: await markOf(bookmark.url ?? '', state.salt) });
    }
  }
  await writeChanges({ put, deleted }, next);
  return next;
}

/** Returns false if the server no longer has the changes since the cursor. */
async function followChanges(state: CopyState, since: string): Promise<boolean> {
  let current = state;
  try {
    for await (const { content, next } of readChanges(call, since)) {
      current = await write({ ...current, cursor: next, syncedAt: Date.now() }, content);
    }
    return true;
  } catch (error) {
    if (isExpired(error)) return false;
    throw error;
  }
}

async function readEverything(state: CopyState): Promise<void> {
  // Changes that are made while the pages are read follow this cursor.
  const { next: cursor } = await call('bookmarks.changes', {});
  const { content: spaces } = await call('spaces.list', {});
  const seen = new Set<string>();
  let current: CopyState = { ...state, cursor: null };
  for (const { uuid: space } of spaces) {
    for (let position: string | null | undefined; position !== null;) {
      const query = { size: pageSize, ...(position !== undefined && { cursor: position }) };
      const { content, pagination } = await call(
        'bookmarks.list',
        { query },
        { headers: { 'space-id': space } },
      );
      for (const { uuid } of content) seen.add(uuid);
      current = await write(
        current,
        content.map((bookmark) => ({ uuid: bookmark.uuid, bookmark, space })),
      );
      position = pagination.next;
    }
  }
  const gone = (await readUuids()).filter((uuid) => !seen.has(uuid));
  current = { ...current, cursor, syncedAt: Date.now(), version: current.version + 1 };
  await writeChanges({ put: [], deleted: gone }, current);
  await followChanges(current, cursor);
}
