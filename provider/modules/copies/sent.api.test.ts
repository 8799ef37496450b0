import { expect, test } from 'vitest';
import { serviceLimits } from '@/lib/contract/service-limits';
import { copyPages } from '@/provider/modules/copies/jobs';
import { fetchFrom, picture, type TestSite } from '@/provider/testing/covers';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const site: TestSite = {};
const { fetchPage, requested } = fetchFrom(site);
const provider = await createTestProvider({ fetchPage });
const { call, signUp, request, deps } = provider;

const prose = 'The ferry crosses the strait twice a day, and in winter only when the ice allows it. ';
const shown = await picture(300, 200);
const embedded = `data:image/png;base64,${shown.toString('base64')}`;
const article = (pictures: string): string =>
  `<html lang="en"><title>Ferries</title><article><h1>Ferries</h1>${`<p>${prose.repeat(6)}</p>`.repeat(4)}
  ${pictures}<p onclick="alert(1)">Subscribers read on.<script>alert(1)</script></p></article>`;
const walled = article(`<img src="${embedded}" alt="A ferry"><img src="https://cdn.example/other.png">`);

let pages = 0;
const save = async (person: TestAccount, collections: string[] = [], from = call): Promise<string> =>
  (
    await from(
      'bookmarks.create',
      { body: { url: `https://walled${(pages += 1)}.example/`, collections } },
      person,
    )
  ).body.uuid;
const send = (person: TestAccount, uuid: string, html = walled, from = call) =>
  from(
    'bookmarks.sendContent',
    { params: { uuid }, body: new TextEncoder().encode(html) },
    { ...person, headers: { 'content-type': 'text/html' } },
  );
const copiesOf = async (person: TestAccount, uuid: string, from = call) =>
  (await from('bookmarks.copies', { params: { uuid } }, person)).body.content;

test('a page that a browser sends is kept, sanitized, with the pictures that it contains', async () => {
  const person = await signUp({ plan: 'pro' });
  const uuid = await save(person);
  expect((await send(person, uuid)).body).toMatchObject({ status: 'ready', title: 'Ferries' });
  await send(person, uuid);
  const [copy, ...others] = await copiesOf(person, uuid);
  expect(others).toEqual([]);
  expect(copy).toMatchObject({ kind: 'browser', title: 'Ferries', pictures: 1 });
  const params = { uuid, copy: copy?.uuid ?? '' };
  const { html, language } = (await call('bookmarks.copy', { params }, person)).body;
  expect(language).toBe('en');
  expect(html).toContain('Subscribers read on.');
  expect(html).not.toMatch(/script|onclick|alert|cdn\.example|data:|contained:/);
  const source = /<img src="([^"]+)" alt="A ferry" width="300" height="200"/.exec(html ?? '')?.[1] ?? '';
  const headers = { authorization: `Bearer ${person.token}` };
  expect((await request(source, { headers })).headers.get('content-type')).toBe('image/webp');
  expect(requested).toEqual([]);
});

test('a later fetch of the page adds a version of its own', async () => {
  const person = await signUp({ plan: 'pro' });
  const uuid = await save(person);
  await send(person, uuid);
  site[`https://walled${pages}.example/`] = article('').replaceAll('Ferries', 'Subscribe');
  await copyPages(deps, new AbortController().signal);
  expect((await copiesOf(person, uuid)).map(({ kind }) => kind).sort()).toEqual(['browser', 'reader']);
  expect((await call('bookmarks.content', { params: { uuid } }, person)).body.title).toBe('Ferries');
});

test('only the text is stored without copies: by the plan, the collection, or the configuration', async () => {
  const [pro, free] = [await signUp({ plan: 'pro' }), await signUp()];
  const collection = (await call('collections.create', { body: { name: 'Off' } }, pro)).body.uuid;
  await call('collections.update', { params: { uuid: collection }, body: { keepsCopies: false } }, pro);
  const off = await createTestProvider({ fetchPage, config: { copies: false } });
  const other = await off.signUp({ plan: 'pro' });
  for (const [person, uuid, from] of [
    [free, await save(free), call],
    [pro, await save(pro, [collection]), call],
    [other, await save(other, [], off.call), off.call],
  ] as const) {
    expect((await send(person, uuid, walled, from)).body.status).toBe('ready');
    expect(await copiesOf(person, uuid, from)).toEqual([]);
  }
});

test('without room for the copy, the text is stored', async () => {
  const full = await createTestProvider({ fetchPage, config: { storageQuotaBytes: 9_000 } });
  const person = await full.signUp({ plan: 'pro' });
  const uuid = await save(person, [], full.call);
  const noise = await picture(1_200, 900, { seed: 7 });
  const large = article(`<img src="data:image/png;base64,${noise.toString('base64')}" alt="">`);
  expect((await send(person, uuid, large, full.call)).body.status).toBe('ready');
  expect(await copiesOf(person, uuid, full.call)).toEqual([]);
});

test('HTML beside the pictures is limited as without them', async () => {
  const person = await signUp({ plan: 'pro' });
  const uuid = await save(person);
  const long = walled + ' '.repeat(serviceLimits.pageHtmlBytes);
  expect((await send(person, uuid, long)).problem.code).toBe('BODY_TOO_LARGE');
  expect(await copiesOf(person, uuid)).toEqual([]);
});

test('a picture that is none, or names one that is not there, is left out', async () => {
  const person = await signUp({ plan: 'pro' });
  const uuid = await save(person);
  await send(person, uuid, article('<img src="data:image/png;base64,AAAA"><img src="contained:9">'));
  expect(await copiesOf(person, uuid)).toMatchObject([{ kind: 'browser', pictures: 0 }]);
});
