import { request } from 'undici';
import type { RunningApp, RunningServer, Visitor } from '@/bench/lib/app';
import { createBookmark } from '@/bench/lib/create-bookmark';
import { median, quantile, time } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';

/** Measures creating single bookmarks and listing tags with counts in a library of 100,000. */
export async function writes(app: RunningApp, floor: RunningServer, visitor: Visitor): Promise<void> {
  section('Single calls at 100,000 bookmarks');
  const empty = async () => {
    const { body } = await request(`${floor.origin}/api`);
    await body.arrayBuffer();
  };
  await time(50, empty);
  record({ name: 'an empty call of the floor, median', value: median(await time(500, empty)), unit: 'ms' });
  const create = (index: number) => createBookmark(app, visitor, index);
  await time(50, create);
  const created = await time(500, (index) => create(1_000 + index));
  atMost('create one bookmark, median', median(created), 5, 'ms');
  record({ name: 'create one bookmark, p95', value: quantile(created, 0.95), unit: 'ms' });

  const tags = async () => {
    const { statusCode, body } = await request(`${app.origin}/v1/tags/list`, { headers: visitor.headers });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`tags: ${statusCode} ${text}`);
  };
  await time(10, tags);
  atMost('tags with counts, median', median(await time(100, tags)), 15, 'ms');
}
