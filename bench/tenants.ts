import { request } from 'undici';
import { fillSpace } from '@/bench/data/fill';
import { searchQueries } from '@/bench/data/queries';
import { addTokens, copyTenant } from '@/bench/data/tenants';
import { type RunningApp, signIn } from '@/bench/lib/app';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';

const accounts = 1_000;
const bookmarksEach = 3_000;
const connections = 16;
const warmUps = 640;
const requests = 3_200;

interface KindRequest {
  path: string;
  method: 'GET' | 'POST';
  body?: unknown;
}

/** Requests of each kind; `index` makes them distinct within a run. */
const kinds: Readonly<Record<string, (index: number) => KindRequest>> = {
  list: () => ({ path: '/v1/bookmarks/list?size=50', method: 'GET' }),
  search: (index) => {
    const query = searchQueries.hits[index % searchQueries.hits.length] ?? '';
    return { path: `/v1/search?size=20&q=${encodeURIComponent(query)}`, method: 'GET' };
  },
  create: (index) => ({
    path: '/v1/bookmarks/create',
    method: 'POST',
    body: {
      title: `Measured page ${index}`,
      url: `https://measured.example/${Date.now()}/${index}`,
      tags: 'measured,bench',
    },
  }),
};

/** Pseudo-random number of an index, the same in each run. */
function shuffled(index: number): number {
  return Math.imul(index + 1, 2_654_435_761) >>> 0;
}

/** Median and p95 in milliseconds of requests over continuously busy connections, each for a random account. */
async function measure(
  { origin }: RunningApp,
  tokens: readonly string[],
  make: (index: number) => KindRequest,
): Promise<{ median: number; p95: number; perSecond: number }> {
  const taken: number[] = [];
  let sent = 0;
  const connection = async (): Promise<void> => {
    while (sent < warmUps + requests) {
      const index = sent;
      sent += 1;
      const { path, method, body } = make(index);
      const token = tokens[shuffled(index) % tokens.length] ?? '';
      const start = performance.now();
      const response = await request(origin + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.body.text();
      if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${text}`);
      if (index >= warmUps) taken.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  const perSecond = (1_000 * (warmUps + requests)) / (performance.now() - start);
  return { median: quantile(taken, 0.5), p95: quantile(taken, 0.95), perSecond };
}

async function measureKinds(app: RunningApp, tokens: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [kind, make] of Object.entries(kinds)) {
    const { median, p95, perSecond } = await measure(app, tokens, make);
    record({ name: `${kind}, median`, value: median, unit: 'ms' });
    record({ name: `${kind}, p95`, value: p95, unit: 'ms' });
    record({ name: `${kind}, requests per second`, value: perSecond, unit: '1/s' });
    found.set(kind, p95);
  }
  return found;
}

/** Compares many accounts in one database with a single large account. */
export async function tenants(app: RunningApp): Promise<void> {
  const title = `${connections} connections`;
  section(`One account with 100,000 bookmarks, ${title}`);
  const template = await signIn(app.origin, 'tenant');
  await fillSpace(app.databaseUrl, { ...template, bookmarks: bookmarksEach });
  const alone = await signIn(app.origin, 'alone');
  await fillSpace(app.databaseUrl, { ...alone, bookmarks: 100_000, seed: 2 });
  const one = await measureKinds(app, await addTokens(app.databaseUrl, alone, [0]));

  section(`${accounts} accounts with ${bookmarksEach} bookmarks each, ${title} over random accounts`);
  const start = performance.now();
  await copyTenant(app.databaseUrl, template, accounts);
  record({ name: 'copying the accounts', value: (performance.now() - start) / 1_000, unit: 's' });
  const copies = Array.from({ length: accounts }, (_, index) => index + 1);
  const many = await measureKinds(app, await addTokens(app.databaseUrl, template, copies));

  section('Many accounts, budgets for p95');
  for (const [kind, p95] of many) {
    atMost(`${kind}, times that of one account`, p95 / (one.get(kind) ?? Number.NaN), 3, '×');
  }
}
