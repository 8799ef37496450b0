import type { Transport } from '@/lib/queries/transport';
import { keyOf } from '@/lib/vault/open-text';
import { readRows, type RowsQuery } from '@/lib/vault/read-rows';
import type { VaultSession } from '@/lib/vault/vault-session';
import type { OnProgress, OpenedRow, UnlockedKey } from '@/lib/vault/vault-types';

/** Shows all bookmarks of the space under some keys, a page after the other; answers which there are. */
export async function fetchRows(
  session: VaultSession,
  call: Transport,
  keys: readonly Pick<UnlockedKey, 'key'>[],
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const { key } of keys) {
    for await (const page of readRows(call, { key, trash: 'with' })) {
      await session.wait(session.contents.take(page));
      for (const { uuid } of page) seen.add(uuid);
    }
  }
  return seen;
}

/** What a query names, with its words, a page at a time: nothing of a page is kept here once it is given. */
export async function* openPages(
  session: VaultSession,
  call: Transport,
  query: RowsQuery,
): AsyncGenerator<readonly OpenedRow[]> {
  for await (const page of readRows(call, query)) {
    const items = page.map(({ uuid, cipher }) => ({ uuid, cipher: cipher ?? '' }));
    const openings = await session.use((keyring) => keyring.open(items));
    yield page.map((bookmark, index) => {
      const failure = keyOf(bookmark.cipher) === null ? 'unreadable' : 'locked';
      return { bookmark, opening: openings[index] ?? { failure } };
    });
  }
}

/** The same for whoever has to have them all. */
export async function readOpened(
  session: VaultSession,
  call: Transport,
  query: RowsQuery,
  onProgress?: OnProgress,
): Promise<OpenedRow[]> {
  const read: OpenedRow[] = [];
  for await (const page of openPages(session, call, query)) {
    for (const row of page) read.push(row);
    onProgress?.(read.length);
  }
  return read;
}
