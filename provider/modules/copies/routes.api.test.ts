import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { MadeCopy } from '@/lib/contract/copies';
import { fetchFrom, picture, type TestSite } from '@/provider/testing/covers';
import { envelope } from '@/provider/testing/envelopes';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const site: TestSite = {};
const { fetchPage, requested } = fetchFrom(site);
const { call, signUp, request, db, clock } = await createTestProvider({ fetchPage });

const page = 'https://blog.example/post';
const png = async (width: number, height: number, seed = 0) => ({
  type: 'image/png',
  bytes: await picture(width, height, { seed }),
});
const words = 'Some plain words of an article that is long enough to be read again later. '.repeat(30);
const article = (body: string): string =>
  `<html lang="pt-BR"><head><title>A post</title></head><body><article><p>${words}</p>${body}<p>${words}</p></article></body></html>`;

const body =
  '<figure><img src="large.png" alt="A &quot;chart&quot;"><figcaption>Caption</figcaption></figure><table><tr><th>Year</th><td>2026</td></tr></table><pre><code>let a = 1;</code></pre><img src="gone.png" alt="Gone"><p>Root: <math><msqrt><mn>2</mn></msqrt></math></p><script>alert(1)</script><img src=x onerror=alert(1)>';
site[page] = article(body);
site['https://blog.example/large.png'] = await png(2_400, 1_200);

const save = async (person: TestAccount, url = page): Promise<string> =>
  (await call('bookmarks.create', { body: { url, title: 'Post', force: true } }, person)).body.uuid;

const make = async (person: TestAccount, uuid: string): Promise<MadeCopy> =>
  (await call('bookmarks.makeCopy', { params: { uuid } }, person)).body;

const list = async (person: TestAccount, uuid: string) =>
  (await call('bookmarks.copies', { params: { uuid } }, person)).body.content;

const get = (person: TestAccount, path: string): Promise<Response> =>
  request(path, { headers: { authorization: `Bearer ${person.token}` } });

describe('a reader copy', () => {
  test('has text, pictures, tables, code, captions and formulas, and nothing that runs', async () => {
    const person = await signUp();
    const uuid = await save(person);
    const made = await make(person, uuid);
    expect(made).toMatchObject({ status: 'ready', isNew: true, copy: { kind: 'reader', changed: null } });
    const copy = made.copy?.uuid ?? '';
    const content = (await call('bookmarks.copy', { params: { uuid, copy } }, person)).body;
    expect(content).toMatchObject({ title: 'A post', language: 'pt-BR', url: page, pictures: 1 });
    const { html } = content;
    expect(html).toContain('<figcaption>Caption</figcaption>');
    expect(html).toContain('<th>Year</th>');
    expect(html).toContain('<pre><code>let a = 1;</code></pre>');
    expect(html).toContain('<math><msqrt><mn>2</mn></msqrt></math>');
    expect(html).not.toMatch(/script|onerror|gone\.png|copy:/);
    const [tag = '', path = ''] = /<img src="([^"]*)"[^>]*>/.exec(html ?? '') ?? [];
    expect(tag).toContain('alt="A &quot;chart&quot;" width="1600" height="800" loading="lazy"');
    const response = await get(person, path);
    const { format, width } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([format, width]).toEqual(['webp', 1_600]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect((await get(await signUp(), path)).status).toBe(404);
  });

  test('of an unchanged page is the same version, and of a changed one another', async () => {
    const person = await signUp();
    const url = `${page}?changing`;
    site[url] = article('<p>Four words come here.</p>');
    const uuid = await save(person, url);
    const first = await make(person, uuid);
    clock.advance(60_000);
    const again = await make(person, uuid);
    expect(again.isNew).toBe(false);
    expect(again.copy?.uuid).toBe(first.copy?.uuid);
    expect(again.copy?.seenAt).not.toBe(first.copy?.seenAt);
    site[url] = article('<p>Six other words will come here.</p>');
    clock.advance(60_000);
    const changed = await make(person, uuid);
    expect(changed.copy?.changed).toEqual({ added: 3, removed: 1 });
    expect((await list(person, uuid)).map((copy) => copy.uuid)).toEqual([
      changed.copy?.uuid,
      first.copy?.uuid,
    ]);
    site[url] = article('<p>Four words come here.</p>');
    clock.advance(60_000);
    expect((await make(person, uuid)).isNew).toBe(false);
    expect((await list(person, uuid))[0]?.uuid).toBe(first.copy?.uuid);
  });

  test('that is deleted leaves no file', async () => {
    const person = await signUp();
    const uuid = await save(person);
    const copy = (await make(person, uuid)).copy?.uuid ?? '';
    expect((await call('bookmarks.deleteCopy', { params: { uuid, copy } }, await signUp())).status).toBe(404);
    expect((await call('bookmarks.deleteCopy', { params: { uuid, copy } }, person)).status).toBe(204);
    expect((await call('bookmarks.deleteCopy', { params: { uuid, copy } }, person)).status).toBe(404);
    expect(await list(person, uuid)).toEqual([]);
    const { rowCount } = await db.$client.query('select from blob_references where bookmark_id = $1', [uuid]);
    expect(rowCount).toBe(0);
  });

  test('is not made of a page that cannot be read', async () => {
    const person = await signUp();
    const uuid = await save(person, 'https://gone.example/');
    expect(await make(person, uuid)).toEqual({ status: 'unreachable', copy: null, isNew: false });
  });

  test('goes with the text of a bookmark that is encrypted, and none is made of it', async () => {
    const person = await signUp();
    const uuid = await save(person);
    await make(person, uuid);
    await call(
      'bookmarks.update',
      { params: { uuid }, body: { encrypted: true, cipher: envelope('key') } },
      person,
    );
    for (const table of ['copies', 'copy_fetches', 'blob_references']) {
      const { rowCount } = await db.$client.query(`select from ${table} where bookmark_id = $1`, [uuid]);
      expect(rowCount, table).toBe(0);
    }
    const count = requested.length;
    expect((await call('bookmarks.makeCopy', { params: { uuid } }, person)).status).toBe(404);
    expect((await call('bookmarks.copies', { params: { uuid } }, person)).status).toBe(404);
    expect(requested).toHaveLength(count);
  });
});
