import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Input, OperationId, Output } from '@/lib/contract/index';
import type { FetchPage } from '@/provider/deps';
import { newId } from '@/provider/db/client';
import { tablesWith } from '@/provider/testing/database';
import type { DemoSecret } from '@/provider/seed/demo-secrets';
import { keyIdOf, encrypt } from '@/provider/testing/envelopes';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const dayMs = 24 * 60 * 60_000;

/** URLs requested by any part of the service. */
const asked: string[] = [];
const story = (url: string) => `<!doctype html><title>${url}</title><link rel="icon" href="/icon.png">
  <article><h1>${url}</h1>${`<p>A story about ${url} that goes on for a while, so that it is one.</p>`.repeat(20)}</article>`;
const fetchPage: FetchPage = (url) => {
  asked.push(url);
  return Promise.resolve({ url, contentType: 'text/html', bytes: Buffer.from(story(url)) });
};

const tested = await createTestProvider({ fetchPage });
const { signUp, db, clock, startJobs, logged } = tested;
const { importFile } = createImporter(tested);

/** All response bodies of the service. */
const answers: string[] = [];
async function call<Id extends OperationId>(id: Id, input: Input<Id>, as: TestAccount): Promise<Output<Id>> {
  const { body } = await tested.call(id, input, as);
  if (!(body instanceof Response)) answers.push(JSON.stringify(body));
  else answers.push(await body.text());
  return body;
}

const makeCanary = (): string => `zkcanary${randomBytes(8).toString('hex')}`;
const wordsOf = (canary: string): Required<DemoSecret> => ({
  title: `On ${canary}`,
  url: `https://${canary}.example/secret?q=${canary}`,
  description: `About ${canary}`,
  tags: `${canary},private`,
});

const envelopeFor = (person: TestAccount, uuid: string, canary: string, key = 'first passphrase'): string =>
  encrypt(key, { account: person.accountId, uuid }, wordsOf(canary));

/** Runs all background jobs of the next days and a month later; then resets the clock. */
async function workAhead(): Promise<void> {
  const days = [1, 1, 1, 40];
  for (const day of days) {
    clock.advance(day * dayMs);
    await startJobs()();
  }
  clock.advance(-days.reduce((sum, day) => sum + day, 0) * dayMs);
}

const bulk = async (person: TestAccount, body: Input<'bookmarks.bulk'>['body']): Promise<string> =>
  (await call('bookmarks.bulk', { body }, person)).undo ?? '';

const undo = (person: TestAccount, uuid: string) => call('bookmarks.undo', { params: { uuid } }, person);

const nowhere = async (canary: string): Promise<void> => {
  expect(await tablesWith(db, canary)).toEqual([]);
  expect(logged.filter((line) => JSON.stringify(line).toLowerCase().includes(canary))).toEqual([]);
};

test('content that was never readable is in no table, log line, response or request to a site', async () => {
  const person = await signUp({ plan: 'pro' });
  const canary = makeCanary();
  const [uuid, ...others] = [newId(), newId(), newId(), newId()];
  const collection = async (name: string) =>
    (await call('collections.create', { body: { name } }, person)).uuid;
  const [red, blue] = [await collection('Red'), await collection('Blue')];
  const space = (await call('spaces.create', { body: { name: 'Work' } }, person)).uuid;

  // Created, edited, moved, visited, ordered; imported as encrypted.
  const body = { uuid, encrypted: true, cipher: envelopeFor(person, uuid, canary), hint: 'The usual' };
  const { updatedAt } = await call('bookmarks.create', { body }, person);
  const params = { uuid };
  const edited = {
    encrypted: true,
    cipher: envelopeFor(person, uuid, canary),
    collections: [red],
    updatedAt,
  };
  await call('bookmarks.update', { params, body: edited }, person);
  const items = others.map((one) => ({
    uuid: one,
    cipher: envelopeFor(person, one, canary),
    createdAt: '2020-02-02T02:02:02Z',
  }));
  await call('bookmarks.createEncrypted', { body: { items } }, person);
  const all = [uuid, ...others];
  await bulk(person, { action: 'move', collection: blue, uuids: all });
  await undo(person, await bulk(person, { action: 'copy', collection: red, uuids: all }));
  await bulk(person, { action: 'move', space, uuids: others });
  await bulk(person, { action: 'delete', uuids: [uuid] });
  await call('bookmarks.restore', { params }, person);
  await call('bookmarks.favorite', { params, body: { favorite: true } }, person);
  await call('bookmarks.visit', { params }, person);
  await tested.call('bookmarks.content', { params }, person);

  // Encrypted with another key, read by every operation, exported.
  const { content } = await call('bookmarks.encrypted', { query: { space: 'all' } }, person);
  await call(
    'bookmarks.reencrypt',
    {
      body: {
        items: content.map((one) => ({
          uuid: one.uuid,
          updatedAt: one.updatedAt,
          cipher: envelopeFor(person, one.uuid, canary, 'second passphrase'),
        })),
        replaces: keyIdOf('first passphrase'),
      },
    },
    person,
  );
  expect(content).toHaveLength(all.length);
  await call('bookmarks.keys', {}, person);
  await call('bookmarks.stored', { params }, person);
  for (const format of ['html', 'json', 'csv', 'page'] as const) {
    await call('bookmarks.export', { query: { format, encrypted: true } }, person);
  }
  await workAhead();

  await nowhere(canary);
  expect(answers.join('\n').toLowerCase()).not.toContain(canary);
  expect(asked.join('\n')).not.toContain(canary);
});

/**
 * Creates bookmarks with copies in every place where readable ones can have them; returns the ids to undo the changes.
 */
async function leaveTraces(person: TestAccount, canary: string): Promise<string[]> {
  const { title, url, description, tags } = wordsOf(canary);
  const made = await call('bookmarks.create', { body: { title, url, description, tags } }, person);
  const params = { uuid: made.uuid };
  await call('bookmarks.metadata', { body: { url } }, person);
  await call('bookmarks.content', { params }, person);
  await call('bookmarks.visit', { params }, person);
  await tested.call('preview.favicon', { query: { url } }, person);
  // A report truncates an address of this length, so that it no longer equals that of the bookmark.
  const long = `${url}#${'a'.repeat(2_000)}`;
  await importFile(person, file(link(`${url}&utm_source=x`, title), link(long, 'Long')));
  await importFile(person, file(link(url, title), link(long, 'Another title')), { dryRun: true });
  await workAhead();
  // Rows that the jobs store temporarily, whether or not the jobs have finished.
  await db.$client.query(
    `with f as (insert into page_fetches (account_id, bookmark_id, host, due_at) select $1, id, domain, now() from bookmarks
       where account_id = $1 on conflict do nothing),
     e as (insert into embeddings (account_id, bookmark_id, space_id, model, vector)
       select account_id, id, space_id, title, '{1}' from bookmarks where account_id = $1),
     c as (insert into link_checks (account_id, bookmark_id, host, due_at) select $1, id, domain, now() from bookmarks
       where account_id = $1 on conflict do nothing)
     insert into link_hosts (host, free_at) select distinct domain, now() from bookmarks where account_id = $1
       on conflict do nothing`,
    [person.accountId],
  );
  return [
    await bulk(person, { action: 'tag', tags: 'more', query: {} }),
    (await call('tags.rename', { params: { name: canary }, body: { name: canary.toUpperCase() } }, person))
      .undo ?? '',
  ];
}

test.each(['one by one', 'many at once'])(
  'content that becomes encrypted %s is removed everywhere',
  async (way) => {
    const person = await signUp({ plan: 'pro' });
    const canary = makeCanary();
    const changes = await leaveTraces(person, canary);
    expect(await tablesWith(db, canary)).toEqual([
      'bookmarks',
      'change_rows',
      'changes',
      'copy_fetches',
      'cover_fetches',
      'embeddings',
      'favicons',
      'imports',
      'link_checks',
      'link_hosts',
      'page_contents',
      'page_fetches',
      'space_words',
      'tags',
    ]);

    const { content } = await call('bookmarks.list', { query: {} }, person);
    const items = content.map(({ uuid, updatedAt }) => ({
      uuid,
      updatedAt,
      cipher: envelopeFor(person, uuid, canary),
    }));
    expect(items).toHaveLength(2);
    if (way === 'many at once') await call('bookmarks.reencrypt', { body: { items } }, person);
    else {
      for (const { uuid, cipher } of items) {
        await call('bookmarks.update', { params: { uuid }, body: { encrypted: true, cipher } }, person);
      }
    }
    asked.length = 0;
    answers.length = 0;
    await nowhere(canary);

    for (const change of changes) await tested.call('bookmarks.undo', { params: { uuid: change } }, person);
    await call('bookmarks.list', { query: {} }, person);
    await call('tags.list', {}, person);
    for (const { uuid } of items) await call('bookmarks.stored', { params: { uuid } }, person);
    await workAhead();
    await nowhere(canary);
    expect([asked.join('\n'), answers.join('\n').toLowerCase()]).toEqual([
      expect.not.stringContaining(canary),
      expect.not.stringContaining(canary),
    ]);
  },
);

test('a hint is returned to its owner only, and inert', async () => {
  const [person, other] = [await signUp(), await signUp()];
  const hint = `<img src=x onerror=alert(1)> ${makeCanary()}`;
  const made = { name: 'Open', security: 1 as const };
  const { uuid, slug } = await call('collections.create', { body: made }, person);
  const encrypted = newId();
  const item = { uuid: encrypted, cipher: envelopeFor(person, encrypted, 'x'), hint, collections: [uuid] };
  await call('bookmarks.createEncrypted', { body: { items: [item] } }, person);
  const own = [
    await call('bookmarks.keys', {}, person),
    await call('bookmarks.list', {}, person),
    await call('bookmarks.encrypted', {}, person),
  ];
  for (const body of own) expect(JSON.stringify(body)).toContain(JSON.stringify(hint).slice(1, -1));
  answers.length = 0;
  const shown = await tested.call('collections.public', { params: { uuid, slug } });
  expect(shown.body).toMatchObject({ bookmarks: [], collection: { count: 0 }, pagination: { total: 0 } });
  for (const as of [other, person]) {
    await call('bookmarks.export', { query: { format: 'json', encrypted: true } }, as);
    await call('bookmarks.export', { query: { format: 'html', encrypted: true } }, as);
  }
  await call('bookmarks.keys', {}, other);
  await call('bookmarks.encrypted', { query: { space: 'all' } }, other);
  await call('search.find', { query: { q: 'is:encrypted' } }, other);
  expect([...answers, JSON.stringify(shown.body), JSON.stringify(logged)].join('\n')).not.toContain(
    'onerror',
  );
});
