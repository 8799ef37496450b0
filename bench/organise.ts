import { Client } from 'pg';
import { requestJson, type RunningApp, type Visitor } from '@/bench/lib/app';
import { median, time } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';

const moved = 20_000;
const repeatedPages = 200;

const post = <T>(app: RunningApp, visitor: Visitor, path: string, body?: unknown): Promise<T> =>
  requestJson(app, visitor, path, {
    method: 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** Returns ids from the whole library in an order unrelated to storage. */
async function sampleBookmarkIds(app: RunningApp, { spaceId }: Visitor, count: number): Promise<string[]> {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      'select id from bookmarks where space_id = $1 and deleted_at is null order by md5(id::text) limit $2',
      [spaceId, count],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

async function moving(app: RunningApp, visitor: Visitor): Promise<void> {
  const uuids = await sampleBookmarkIds(app, visitor, moved);
  const collection = await post<{ uuid: string }>(app, visitor, '/collections/create', { name: 'Moved' });
  const move = { action: 'move', uuids, collection: collection.uuid };
  const forth: number[] = [];
  const back: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    let change = { affected: 0, undo: '' };
    forth.push(
      ...(await time(1, async () => {
        change = await post(app, visitor, '/bookmarks/bulk', move);
      })),
    );
    if (change.affected !== moved) throw new Error(`${change.affected} bookmarks were moved`);
    back.push(...(await time(1, () => post(app, visitor, `/bookmarks/undo/${change.undo}`))));
  }
  atMost('move 20,000 bookmarks at once, slowest of three', Math.max(...forth), 2_000, 'ms');
  atMost('undo that, slowest of three', Math.max(...back), 2_000, 'ms');
}

async function findingDuplicates(app: RunningApp, visitor: Visitor): Promise<void> {
  for (let index = 0; index < repeatedPages * 2; index += 1) {
    const url = `https://repeated.example/${index % repeatedPages}`;
    await post(app, visitor, '/bookmarks/create', { url, force: true });
  }
  const first = () =>
    requestJson<{ pagination: { total: number } }>(app, visitor, '/bookmarks/duplicates').then(
      ({ pagination }) => {
        if (pagination.total < repeatedPages) throw new Error(`only ${pagination.total} groups were found`);
      },
    );
  await time(3, first);
  atMost('first page of duplicates, median', median(await time(20, first)), 150, 'ms');
}

async function reordering(app: RunningApp, visitor: Visitor): Promise<void> {
  const uuids = await sampleBookmarkIds(app, visitor, 220);
  const place = (index: number) =>
    requestJson(app, visitor, `/bookmarks/${uuids[index] ?? ''}/order`, {
      method: 'PUT',
      body: JSON.stringify({ after: uuids[uuids.length - 1 - index] }),
    });
  await time(10, (index) => place(100 + index));
  atMost('reorder one bookmark, median', median(await time(100, place)), 8, 'ms');
}

/** Measures bulk moves, duplicate detection and reordering in a library of 100,000. */
export async function organise(app: RunningApp, visitor: Visitor): Promise<void> {
  section('Organising 100,000 bookmarks');
  await moving(app, visitor);
  await findingDuplicates(app, visitor);
  await reordering(app, visitor);
  const all = { action: 'favorite', favorite: true, query: { favorite: false } };
  const [taken = 0] = await time(1, () => post(app, visitor, '/bookmarks/bulk', all));
  record({ name: 'mark the whole library as favorites', value: taken / 1_000, unit: 's' });
}
