import { Client } from 'pg';
import { sampleLibrary } from '@/bench/data/library';
import { type RunningApp, type RunningServer, type Visitor } from '@/bench/lib/app';
import { firstLoadBytes } from '@/bench/first-load';
import { recordLighthouse, recordLighthouseFloor } from '@/bench/lib/lighthouse';
import { atMost, section } from '@/bench/lib/report';
import { ratio } from '@/bench/throughput';

const links = 1_000;
const batch = 8;

/** Minimum Lighthouse scores, of 100. */
const minimumScores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

/** Publishes a listed collection of realistic bookmarks and returns the path of its page. */
export async function publish(app: RunningApp, { headers }: Visitor): Promise<string> {
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${app.origin}/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const collection = (await post('collections/create', {
    name: 'Night trains of Europe',
    description: 'Routes, timetables and stories for people who would rather wake up somewhere else.',
    security: 1,
    listed: true,
  })) as { uuid: string; slug: string };
  const next = sampleLibrary(6, 1);
  for (let made = 0; made < links; made += batch) {
    await Promise.all(
      Array.from({ length: batch }, () => {
        const { title, url, description } = next();
        return post('bookmarks/create', { title, url, description, collections: [collection.uuid] });
      }),
    );
  }
  return `/public/${collection.uuid}/${collection.slug}`;
}

/** Updates planner statistics. Autovacuum does this within a minute; until then the planner assumes empty tables. */
export async function analyze({ databaseUrl }: RunningApp): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('analyze bookmarks, bookmark_collections, collections');
  await client.end();
}

/** Measures a public collection of 1,000: requests per second relative to the floor, script size and Lighthouse. */
export async function publicPage(app: RunningApp, floor: RunningServer, visitor: Visitor): Promise<void> {
  section('Public collection of 1,000');
  const path = await publish(app, visitor);
  await analyze(app);
  await ratio(`${floor.origin}/`, `${app.origin}${path}`, {}, 'GET /public/{uuid}/{slug}', 0.4);
  // The host of the page's canonical URL, as on a real installation.
  const url = `http://localhost:${new URL(app.origin).port}${path}`;
  const script = (await firstLoadBytes(app.origin, path)) - (await firstLoadBytes(floor.origin, '/empty'));
  atMost('script above an empty page (brotli)', script / 1_000, 25, 'kB');
  await recordLighthouseFloor(`${floor.origin}/`);
  await recordLighthouse({ url, minimumScores });
}
