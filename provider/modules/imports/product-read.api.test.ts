import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Input } from '@/lib/contract/index';
import { createReadProduct } from '@/provider/integrations/fetch/read-product';
import { productToken, startProductServer } from '@/provider/integrations/fetch/testing/product-server';
import { queueClient } from '@/provider/jobs/queues';
import { productReadJob } from '@/provider/modules/imports/product-read-job';
import { createImporter } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';
import { workQueue } from '@/provider/testing/work-queue';

const items = Array.from({ length: 120 }, (_, index) => ({
  link: `https://${index}.example/`,
  title: `Title ${index}`,
  collectionId: index % 2 === 0 ? 1 : -1,
}));
const server = await startProductServer({
  collections: [{ _id: 1, title: 'Rain' }],
  children: [],
  items,
  posts: [
    {
      href: 'https://pin.example/',
      description: 'Pinned',
      extended: '',
      tags: 'one two',
      time: '2024-01-02T03:04:05Z',
      toread: 'no',
      shared: 'no',
    },
  ],
});
afterAll(() => server.close());

const origins = { raindrop: server.origin, pinboard: server.origin };
const tested = await createTestProvider({
  readProduct: createReadProduct({ origins, allow: [server.host], timeoutMs: 2_000 }),
});
const { call, signUp, deps, db, clock, logged } = tested;
const { importFile, list } = createImporter(tested);

beforeEach(() => {
  server.paths.splice(0);
  server.refusals.splice(0);
});

type Body = Input<'bookmarks.readProduct'>['body'];

const start = (person: TestAccount, body: Partial<Body> = {}) =>
  call('bookmarks.readProduct', { body: { product: 'raindrop', token: productToken, ...body } }, person);
const current = async (person: TestAccount) => (await call('bookmarks.getProductRead', {}, person)).body.read;
const discard = (person: TestAccount) => call('bookmarks.discardProductRead', {}, person);
const fileOf = async (person: TestAccount) =>
  (await call('bookmarks.getProductFile', {}, person)).body.text();

/** Runs the jobs that are due. */
const work = () => workQueue(deps, 'product-reads', productReadJob);

/** Runs the scheduled run after a minute, and the jobs that it sends. */
async function minuteLater(): Promise<void> {
  clock.advance(60_000);
  await productReadJob(deps).run(new AbortController().signal);
  await work();
}

const stored = async ({ accountId }: TestAccount) => {
  const { rows } = await db.$client.query<{ token: Buffer | null; parts: number }>(
    `select r.token, (select count(*)::integer from product_parts p where p.account_id = r.account_id) as parts
     from product_reads r where r.account_id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
};

test('a library is read page by page, and imported like a file', async () => {
  const person = await signUp();
  const started = await start(person);
  expect([started.status, started.body]).toMatchObject([
    202,
    { product: 'raindrop', status: 'reading', count: 0, refusal: null },
  ]);
  expect(server.paths).toEqual([]);
  await work();
  expect(server.paths).toHaveLength(5);
  expect(await current(person)).toMatchObject({ status: 'read', count: 120, refusal: null });

  const report = await importFile(person, await fileOf(person));
  expect(report).toMatchObject({ status: 'done', created: 120, format: { id: 'raindrop-json' } });
  const titles = (await list(person)).map(({ title }) => title);
  expect(titles).toEqual(items.map(({ title }) => title).toReversed());

  expect((await discard(person)).status).toBe(204);
  expect([await current(person), await stored(person)]).toEqual([null, null]);
  expect((await call('bookmarks.getProductFile', {}, person)).problem.code).toBe('NOT_FOUND');
});

test('a library of Pinboard is read at once', async () => {
  const person = await signUp();
  await start(person, { product: 'pinboard' });
  await work();
  expect(await current(person)).toMatchObject({ product: 'pinboard', status: 'read', count: null });
  expect(await importFile(person, await fileOf(person))).toMatchObject({
    created: 1,
    format: { id: 'pinboard-json' },
  });
});

test('a job that was killed continues at the page where it stopped', async () => {
  const person = await signUp();
  await start(person);
  const [job] = await queueClient(db).fetch<object>('product-reads', { includeMetadata: true });
  // The process dies between two pages.
  const shutdown = new AbortController();
  const dying = {
    ...deps,
    readProduct: (...args: Parameters<typeof deps.readProduct>) => {
      if (args[0].part === 3) shutdown.abort();
      return deps.readProduct(...args);
    },
  };
  await productReadJob(dying).work?.({
    id: person.accountId,
    attempt: 1,
    isLast: false,
    signal: shutdown.signal,
  });
  expect(await current(person)).toMatchObject({ status: 'reading', count: 50 });
  await queueClient(db).fail('product-reads', job?.id ?? '', new Error('the process died'));
  await db.$client.query(`update schedule.job set start_after = now() where state = 'retry'`);
  server.paths.splice(0);
  await work();
  expect(server.paths).toEqual(['/rest/v1/raindrops/01', '/rest/v1/raindrops/02']);
  expect(await current(person)).toMatchObject({ status: 'read', count: 120 });
  const { items: read } = JSON.parse(await fileOf(person)) as { items: object[] };
  expect(read).toEqual(items.toReversed());
});

test('a limited rate is waited for, as long as the product asks', async () => {
  const person = await signUp();
  server.refusals.push({ status: 200 }, { status: 200 }, { status: 200 }, { status: 429, retryAfter: '100' });
  await start(person);
  await work();
  expect(await current(person)).toMatchObject({ status: 'reading', count: 50, refusal: 'PRODUCT_BUSY' });
  server.paths.splice(0);
  await minuteLater();
  expect(server.paths).toEqual([]);
  await minuteLater();
  expect(await current(person)).toMatchObject({ status: 'read', count: 120, refusal: null });
});

test('a product that is down is asked again every minute, and given up in the end', async () => {
  const person = await signUp();
  server.refusals.push({ status: 200 }, ...Array.from({ length: 20 }, () => ({ status: 503 })));
  await start(person);
  await work();
  expect(await current(person)).toMatchObject({ status: 'reading', refusal: 'UPSTREAM_UNAVAILABLE' });
  for (let minute = 0; minute < 14; minute += 1) await minuteLater();
  expect(await current(person)).toMatchObject({ status: 'failed', refusal: 'UPSTREAM_UNAVAILABLE' });
  expect(await stored(person)).toEqual({ token: null, parts: 0 });
});

test('a wrong token ends the reading, and is neither stored nor logged', async () => {
  const person = await signUp();
  await start(person, { token: 'wrong:token' });
  await work();
  expect(await current(person)).toMatchObject({ status: 'failed', refusal: 'PRODUCT_TOKEN_INVALID' });
  expect(await stored(person)).toEqual({ token: null, parts: 0 });
  expect(JSON.stringify(logged)).not.toContain('wrong:token');
});

test('a token is encrypted while the library is being read, and deleted with the last page', async () => {
  const person = await signUp();
  server.refusals.push({ status: 429 });
  await start(person);
  await work();
  const waiting = await stored(person);
  expect(waiting?.token).toBeInstanceOf(Buffer);
  expect(waiting?.token?.includes(productToken)).toBe(false);
  await minuteLater();
  expect(await stored(person)).toEqual({ token: null, parts: 5 });
});

test('a reading that is cancelled stops, and leaves nothing', async () => {
  const person = await signUp();
  await start(person);
  const cancelling = {
    ...deps,
    readProduct: async (...args: Parameters<typeof deps.readProduct>) => {
      const answer = await deps.readProduct(...args);
      if (args[0].part === 2) await discard(person);
      return answer;
    },
  };
  await workQueue(cancelling, 'product-reads', productReadJob);
  expect(server.paths).toHaveLength(3);
  expect([await current(person), await stored(person)]).toEqual([null, null]);
});

test('a page that arrives after its library was replaced is not stored', async () => {
  const person = await signUp();
  await start(person);
  const replacing = {
    ...deps,
    readProduct: async (...args: Parameters<typeof deps.readProduct>) => {
      const answer = await deps.readProduct(...args);
      if (args[0].product === 'raindrop') {
        await discard(person);
        await start(person, { product: 'pinboard' });
      }
      return answer;
    },
  };
  await workQueue(replacing, 'product-reads', productReadJob);
  expect(await current(person)).toMatchObject({ product: 'pinboard', status: 'read' });
  expect(JSON.parse(await fileOf(person))).toMatchObject([{ href: 'https://pin.example/' }]);
});

test('an account reads one library at a time, and each sees only its own', async () => {
  const person = await signUp();
  const other = await signUp();
  await start(person);
  expect((await start(person)).problem.code).toBe('IMPORT_RUNNING');
  await start(other, { product: 'pinboard' });
  await work();
  expect(await current(person)).toMatchObject({ product: 'raindrop' });
  expect(await current(other)).toMatchObject({ product: 'pinboard' });
  await discard(other);
  expect(await current(person)).toMatchObject({ status: 'read' });
  // A library that was read is replaced.
  expect((await start(person, { product: 'pinboard' })).status).toBe(202);
  expect(await stored(person)).toMatchObject({ parts: 0 });
});

test('a library that is not imported is deleted after a day, and with the account', async () => {
  const person = await signUp();
  await start(person);
  await work();
  const age = (hours: number) =>
    db.$client.query(
      `update product_reads set created_at = now() - $2 * interval '1 hour' where account_id = $1`,
      [person.accountId, hours],
    );
  await age(23);
  await productReadJob(deps).run(new AbortController().signal);
  expect(await current(person)).toMatchObject({ status: 'read' });
  await age(25);
  await productReadJob(deps).run(new AbortController().signal);
  expect(await current(person)).toBeNull();

  await start(person);
  await db.$client.query('delete from accounts where id = $1', [person.accountId]);
  expect(await stored(person)).toBeNull();
});
