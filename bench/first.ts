import { request } from 'undici';
import { signIn, signInAgain, type RunningApp, type RunningServer, type Visitor } from '@/bench/lib/app';
import { createBookmark } from '@/bench/lib/create-bookmark';
import { diskMb, memoryMb } from '@/bench/lib/footprint';
import { median, quantile, time } from '@/bench/lib/load';
import { atLeast, atMost, record, section } from '@/bench/lib/report';
import { analyze, publish } from '@/bench/public-page';
import { measureStart } from '@/bench/starting';
import { ratio } from '@/bench/throughput';

/** The budgets that are cheap to measure, each with its ratio to the floor of the same run. */
export async function first(app: RunningApp, floor: RunningServer, visitor: Visitor): Promise<void> {
  section('Budgets at 100,000 bookmarks');
  // Filling the space may have taken longer than its session is valid.
  await signInAgain(visitor);
  const alone = await floorAlone(floor);
  await ratio(`${floor.origin}/`, `${app.origin}/`, visitor.headers, 'GET / signed in', 0.45);
  const list = `${app.origin}/v1/bookmarks/list?size=50`;
  await ratio(`${floor.origin}/api`, list, visitor.headers, 'GET /v1/bookmarks/list?size=50', 0.4);
  for (const [name, words, most] of [
    ['few hits', 'zigbee', 8],
    ['many hits', 'guide', 15],
    ['no hits', 'qqqqzzzz', 8],
  ] as const) {
    const search = () => get(`${app.origin}/v1/search?q=${words}`, visitor);
    await time(10, search);
    singleCall(`search, ${name}`, await time(100, search), most, alone);
  }
  const create = (index: number) => createBookmark(app, visitor, index);
  await time(50, create);
  singleCall('create one', await time(300, (index) => create(1_000 + index)), 4, alone);
  await updates(app, visitor);
  const page = await publish(app, await signIn(app.origin, 'publisher'));
  await analyze(app);
  await ratio(`${floor.origin}/`, `${app.origin}${page}`, {}, 'GET /public/{uuid}/{slug}', 0.5);
  atMost('memory of all processes (PSS)', memoryMb(app), 400, 'MB');
  const disk = diskMb(app);
  atMost('disk, database', disk.database, 140, 'MB');
  atMost('disk, log', disk.log, 128, 'MB');
  atMost('start with data present', await measureStart(), 1.5, 's');
}

/** Returns the median time of a request to the floor, alone. */
async function floorAlone(floor: RunningServer): Promise<number> {
  const empty = async () => (await request(`${floor.origin}/api`)).body.arrayBuffer();
  await time(50, empty);
  const value = median(await time(300, empty));
  record({ name: 'a request of the floor, alone, median', value, unit: 'ms' });
  return value;
}

function singleCall(name: string, taken: readonly number[], most: number, floorMs: number): void {
  atMost(`${name}, alone, median`, median(taken), most, 'ms');
  record({ name: `${name} against the floor`, value: median(taken) / floorMs, unit: '×' });
}

async function get(url: string, { headers }: Visitor): Promise<unknown> {
  const { statusCode, body } = await request(url, { headers });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${text}`);
  return JSON.parse(text);
}

const updateRounds = 1_000;
const connections = 8;

/** Updates the title of different bookmarks, as many at once as there are connections. */
async function updates(app: RunningApp, visitor: Visitor): Promise<void> {
  const { content } = (await get(`${app.origin}/v1/bookmarks/list?size=100`, visitor)) as {
    content: { uuid: string }[];
  };
  let next = 0;
  const update = async () => {
    const { uuid = '' } = content[next % content.length] ?? {};
    const { statusCode, body } = await request(`${app.origin}/v1/bookmarks/${uuid}/update`, {
      method: 'PUT',
      headers: visitor.headers,
      body: JSON.stringify({ title: `Updated ${next++}` }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`update: ${statusCode} ${text}`);
  };
  const startedAt = performance.now();
  const taken = await Promise.all(
    Array.from({ length: connections }, () => time(updateRounds / connections, update)),
  );
  const perSecond = updateRounds / ((performance.now() - startedAt) / 1_000);
  atLeast(`update one, ${connections} connections`, perSecond, 400, 'req/s');
  atMost('update one, p95', quantile(taken.flat(), 0.95), 40, 'ms');
}
