import { pageOptions } from '@/components/features/bookmarks/bookmark-source';
import { bulkChoice } from '@/components/features/bookmarks/select/bulk-choice';
import type { ListSituation } from '@/components/features/bookmarks/list/list-situation';
import { limits } from '@/lib/contract/limits';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { BulkQuery } from '@/lib/contract/schemas/bulk';
import { pageSize } from '@/lib/queries/endpoint-query';
import { transportOf } from '@/lib/queries/transport';

type Selected = Pick<ListSituation, 'source' | 'list' | 'selection' | 'client'>;

/** The selected bookmarks that the service can read, those that were never in sight too. */
export async function readSelected(situation: Selected): Promise<Bookmark[]> {
  const { selection, source } = situation;
  const choice = bulkChoice(selection, source);
  const all = 'query' in choice ? await readList(situation, choice.query) : await readNamed(situation);
  return all.filter(({ encrypted }) => !encrypted);
}

/** Whether a selection is known to hold nothing that could be encrypted. */
export function areEncrypted({ source, list, selection }: Selected): boolean {
  if (source.kind === 'library' && source.view === 'encrypted') return true;
  const known = [...list.rows.values()].filter(({ uuid }) => selection.named.has(uuid));
  return (
    selection.kind === 'some' &&
    known.length === selection.named.size &&
    known.every(({ encrypted }) => encrypted)
  );
}

async function readList({ client }: Selected, { except = [], ...filter }: BulkQuery): Promise<Bookmark[]> {
  const left = new Set(except);
  const read: Bookmark[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...filter, encrypted: false, size: limits.pageSizeMax, cursor };
    const { content, pagination } = await transportOf(client)('bookmarks.list', { query });
    read.push(...content.filter(({ uuid }) => !left.has(uuid)));
    cursor = pagination.next ?? undefined;
  } while (cursor !== undefined);
  return read;
}

/** What is in sight is at hand; for the rest the list is read until every name was met. */
async function readNamed({ client, source, list, selection: { named } }: Selected): Promise<Bookmark[]> {
  const found = new Map<string, Bookmark>();
  const take = (rows: Iterable<Bookmark>) => {
    for (const row of rows) if (named.has(row.uuid)) found.set(row.uuid, row);
  };
  take(list.rows.values());
  const last = Math.ceil((list.total ?? 0) / pageSize);
  for (let page = 1; page <= last && found.size < named.size; page += 1) {
    const { rows } = await client.query(pageOptions(source, page));
    take(rows);
  }
  return [...found.values()];
}
