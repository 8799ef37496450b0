import { describe, expect, test } from 'vitest';
import { serviceLimits } from '@/lib/contract/service-limits';
import { envelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, request, db } = await createTestProvider();

const page = 'https://notes.example/today';
const html = '<!doctype html><html lang="en"><title>Today</title><p>Seven words are in this short page.</p>';

/** Returns a form as SingleFile sends it. */
function formOf(file: string | Uint8Array<ArrayBuffer> | null, url: string | null): FormData {
  const form = new FormData();
  if (file !== null) form.set('file', new Blob([file], { type: 'text/html' }), 'page.html');
  if (url !== null) form.set('url', url);
  return form;
}

const save = async (person: TestAccount, url = page): Promise<string> =>
  (await call('bookmarks.create', { body: { url, title: 'Today' } }, person)).body.uuid;

const upload = (person: TestAccount, uuid: string, form: FormData) =>
  call('bookmarks.uploadCopy', { params: { uuid }, body: form }, person);

const get = (person: TestAccount, path: string): Promise<Response> =>
  request(path, { headers: { authorization: `Bearer ${person.token}` } });

describe('an uploaded page', () => {
  test('is a full copy, whose words are counted and whose file is returned as it was', async () => {
    const person = await signUp();
    const uuid = await save(person);
    const answer = await upload(person, uuid, formOf(html, page));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      kind: 'full',
      title: 'Today',
      url: page,
      wordCount: 7,
      changed: null,
    });
    expect((await upload(person, uuid, formOf(html, null))).status).toBe(200);
    const changed = (await upload(person, uuid, formOf(html.replace('short', 'very long'), page))).body;
    expect(changed.changed).toEqual({ added: 2, removed: 1 });
    const copy = answer.body.uuid;
    const content = (await call('bookmarks.copy', { params: { uuid, copy } }, person)).body;
    expect(content).toMatchObject({ kind: 'full', language: 'en', html: null });
    const response = await get(person, `/v1/bookmarks/${uuid}/copies/${copy}/file`);
    expect(await response.text()).toBe(html);
    expect((await get(await signUp(), `/v1/bookmarks/${uuid}/copies/${copy}/file`)).status).toBe(404);
  });

  test('by its URL finds the bookmark of the page, or creates it', async () => {
    const person = await signUp();
    const uuid = await save(person);
    const found = await call('copies.upload', { body: formOf(html, 'https://NOTES.example/today') }, person);
    expect(found.body).toMatchObject({ bookmark: uuid, copy: { kind: 'full' } });
    const other = 'https://notes.example/new';
    const created = (await call('copies.upload', { body: formOf(html, other) }, person)).body.bookmark;
    const { body } = await call('bookmarks.details', { params: { uuid: created } }, person);
    expect(body).toMatchObject({ url: other, title: 'Today' });
  });

  test('in another encoding is kept in UTF-8', async () => {
    const person = await signUp();
    const uuid = await save(person);
    const latin = Uint8Array.from(Buffer.from('<meta charset="iso-8859-1"><p>Café</p>', 'latin1'));
    const copy = (await upload(person, uuid, formOf(latin, page))).body.uuid;
    const response = await get(person, `/v1/bookmarks/${uuid}/copies/${copy}/file`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('<p>Café</p>');
  });

  test.each<[string, () => FormData | string, Record<string, string>, number]>([
    ['no form', () => html, { 'content-type': 'text/html' }, 415],
    ['a form without a file', () => formOf(null, page), {}, 422],
    ['an empty file', () => formOf('', page), {}, 422],
    ['a file that is no HTML', () => formOf('%PDF-1.7', page), {}, 422],
    ['an address that is none', () => formOf(html, 'javascript:alert(1)'), {}, 422],
    ['a broken form', () => 'x', { 'content-type': 'multipart/form-data; boundary=y' }, 400],
    ['a file that is too large', () => formOf(`<p>${'x'.repeat(serviceLimits.copyBytes)}`, page), {}, 413],
  ])('is refused as %s', async (_what, body, headers, status) => {
    const person = await signUp();
    const params = { uuid: await save(person) };
    const sent = await call('bookmarks.uploadCopy', { params, body: body() }, { ...person, headers });
    expect(sent.status).toBe(status);
    expect(
      (await db.$client.query('select from copies where bookmark_id = $1', [params.uuid])).rowCount,
    ).toBe(0);
  });

  test('is not kept for an encrypted bookmark, for which a new one is created', async () => {
    const person = await signUp();
    const body = { encrypted: true, cipher: envelope('key') };
    const { uuid } = (await call('bookmarks.create', { body }, person)).body;
    expect((await upload(person, uuid, formOf(html, page))).status).toBe(404);
  });

  test('counts in the storage of the account', async () => {
    const full = await createTestProvider({ config: { storageQuotaBytes: 5_000 } });
    const person = await full.signUp();
    const { uuid } = (await full.call('bookmarks.create', { body: { url: page } }, person)).body;
    const params = { uuid };
    const large = await full.call(
      'bookmarks.uploadCopy',
      { params, body: formOf(html + 'x'.repeat(6_000), page) },
      person,
    );
    expect(large.problem.code).toBe('QUOTA_EXCEEDED');
    await full.call('bookmarks.uploadCopy', { params, body: formOf(html, page) }, person);
    const usage = (await full.call('copies.usage', {}, person)).body;
    expect(usage).toMatchObject({
      bytes: Buffer.byteLength(html),
      otherBytes: 0,
      quotaBytes: 5_000,
      versions: 1,
      pages: 1,
      collections: [{ name: 'Uncategorized', pages: 1 }],
      largest: [{ bookmark: uuid, versions: 1, bytes: Buffer.byteLength(html) }],
    });
    const cleared = await full.call('copies.clear', { body: { uuids: [uuid] } }, person);
    expect(cleared.body).toEqual({ deleted: 1, bytes: Buffer.byteLength(html) });
    expect((await full.call('copies.usage', {}, person)).body).toMatchObject({
      bytes: 0,
      pages: 0,
      largest: [],
    });
  });
});

// Guarantee: nothing in a copy runs, and it can send nothing anywhere. e2e/specs/copies.spec.ts tries it in a browser.
test('a copy is served with a policy that allows only what it contains', async () => {
  const person = await signUp();
  const uuid = await save(person);
  const copy = (await upload(person, uuid, formOf(html, page))).body.uuid;
  const { headers } = await get(person, `/v1/bookmarks/${uuid}/copies/${copy}/file`);
  const policy = (headers.get('content-security-policy') ?? '').split('; ');
  expect(policy).toEqual([
    'sandbox',
    "default-src 'none'",
    'img-src data:',
    "style-src 'unsafe-inline'",
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  });
  expect((await request(`/v1/bookmarks/${uuid}/copies/${copy}/file`)).status).toBe(401);
});
