import { createHash } from 'node:crypto';
import { runInThisContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, test, vi } from 'vitest';
import { newId } from '@/provider/db/client';
import type { DemoSecret } from '@/provider/seed/demo-secrets';
import { envelope, encrypt } from '@/provider/testing/envelopes';
import { createImporter } from '@/provider/testing/imports';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const tested = await createTestProvider();
const { call, signUp } = tested;
const { importFile, list } = createImporter(tested);

const passphrase = 'correct horse battery staple';

interface Saved extends DemoSecret {
  key?: string;
  hint?: string;
  collections?: string[];
  favorite?: boolean;
}

async function save(person: TestAccount, bookmarks: readonly Saved[]): Promise<string[]> {
  const items = bookmarks.map(({ key = passphrase, hint, collections, favorite = false, ...words }, at) => {
    const uuid = newId();
    const cipher = encrypt(key, { account: person.accountId, uuid }, words);
    const createdAt = new Date(Date.UTC(2026, 0, at + 1)).toISOString();
    return {
      uuid,
      cipher,
      createdAt,
      favorite,
      ...(hint !== undefined && { hint }),
      ...(collections && { collections }),
    };
  });
  await call('bookmarks.createEncrypted', { body: { items } }, person);
  return items.map(({ uuid }) => uuid);
}

const exported = async (person: TestAccount, language = 'en', more: object = {}): Promise<string> => {
  const headers = { 'accept-language': language };
  const query = { format: 'page', ...more } as const;
  return (await call('bookmarks.export', { query }, { ...person, headers })).body.text();
};

/** Opens the page in a document without a network. */
function openPage(html: string) {
  const { document } = parseHTML(html);
  const script = document.querySelector('script[type="module"]')?.textContent ?? '';
  const saved: Blob[] = [];
  const Address = Object.assign(class extends URL {}, {
    createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  const run = runInThisContext(`(function (document, URL, setTimeout, fetch) {${script}})`) as (
    ...globals: unknown[]
  ) => void;
  run(document, Address, () => 0, undefined);
  const find = (id: string) => {
    const found = document.getElementById(id);
    if (!found) throw new Error(`there is no ${id}`);
    return found as HTMLInputElement;
  };
  const textOf = (id: string): string => find(id).textContent;
  return {
    document,
    find,
    textOf,
    rows: () => [...document.querySelectorAll('#list li')].map((row) => row.firstElementChild?.textContent),
    unlock: async (key: string) => {
      find('key').value = key;
      find('unlock').dispatchEvent(
        new (document.defaultView as unknown as typeof globalThis).Event('submit'),
      );
      await vi.waitFor(() => expect(find('submit').disabled).toBe(false), { timeout: 30_000 });
    },
    search: (words: string) => {
      find('search').value = words;
      find('search').dispatchEvent(new (document.defaultView as unknown as typeof globalThis).Event('input'));
    },
    saveFile: async () => {
      find('save').click();
      return (await saved.at(-1)?.text()) ?? '';
    },
  };
}

describe('the exported page', () => {
  test('decrypts every bookmark with its key, and searches and saves them', async () => {
    const person = await signUp();
    const folder = (await call('collections.create', { body: { name: 'Trains & <more>' } }, person)).body
      .uuid;
    await save(person, [
      {
        title: 'Night "trains"',
        url: 'https://trains.example/?a=1&b=2',
        description: 'Long <b>',
        tags: 'slow,Ünder',
        favorite: true,
      },
      { title: '', url: 'https://untitled.example/%E5%96%AB%20', collections: [folder] },
      { title: 'Inert', url: 'javascript:alert(1)' },
    ]);
    await call('bookmarks.create', { body: { url: 'https://plain.example/', title: 'Plain' } }, person);
    const html = await exported(person);
    expect(html).not.toMatch(/trains\.example|Night|plain\.example|Plain/);
    const page = openPage(html);
    expect([page.find('unlock').hidden, page.find('unlocked').hidden]).toEqual([false, true]);
    await page.unlock(passphrase);
    expect(page.textOf('status')).toBe('Unlocked: 3 of 3');
    expect(page.find('unlock').hidden).toBe(true);
    expect(page.find('key').value).toBe('');
    expect(page.rows().toSorted()).toEqual(['Inert', 'Night "trains"', 'https://untitled.example/喫%20']);
    expect([...page.document.querySelectorAll('#list a')].map((link) => link.getAttribute('href'))).toEqual(
      expect.not.arrayContaining(['javascript:alert(1)']),
    );
    page.search('UNDER  train');
    expect(page.rows()).toEqual(['Night "trains"']);
    page.search('喫');
    expect(page.rows()).toEqual(['https://untitled.example/喫%20']);
    page.search('nowhere');
    expect([page.rows(), page.textOf('rest')]).toEqual([[], 'Nothing found']);

    const other = await signUp();
    const report = await importFile(other, await page.saveFile());
    expect([report.status, report.created]).toEqual(['done', 3]);
    const imported = await list(other, { sortField: 'created_at' });
    expect(imported).toMatchObject([
      {
        title: 'Night "trains"',
        url: 'https://trains.example/?a=1&b=2',
        description: 'Long <b>',
        tags: 'slow,Ünder',
        favorite: true,
        createdAt: '2026-01-01T00:00:00.000Z',
      },
      { url: 'https://untitled.example/%E5%96%AB%20', collections: [{ name: 'Trains & <more>' }] },
      { title: 'Inert', domain: '' },
    ]);
  });

  test('prompts for each key separately, shows the hints of locked ones, and reports a wrong key', async () => {
    const person = await signUp();
    const [, b = ''] = await save(person, [
      { title: 'A', url: 'https://a.example/', hint: 'First' },
      { title: 'B', url: 'https://b.example/', key: 'another one', hint: '<img src=x onerror=alert(1)>' },
      { title: 'C', url: 'https://c.example/', key: 'another one' },
    ]);
    const page = openPage(await exported(person));
    const hints = () => [...page.document.querySelectorAll('#hints li')].map((hint) => hint.textContent);
    expect(hints().toSorted()).toEqual(['Hint: <img src=x onerror=alert(1)>', 'Hint: First']);
    await page.unlock('');
    expect(page.textOf('status')).toBe('Enter the key.');
    await page.unlock('wrong');
    expect(page.textOf('status')).toMatch(/^This key doesn’t unlock any/);
    await page.unlock('another one');
    expect([page.textOf('status'), page.rows().toSorted(), hints()]).toEqual([
      'Unlocked: 2 of 3',
      ['B', 'C'],
      ['Hint: First'],
    ]);
    expect(page.document.querySelectorAll('img')).toHaveLength(0);
    expect(b).not.toBe('');
    await page.unlock(passphrase);
    expect(page.textOf('status')).toBe('Unlocked: 3 of 3');
  });

  test('reports a damaged envelope, and decrypts the others', async () => {
    const person = await signUp();
    const uuids = await save(person, [
      { title: 'A', url: 'https://a.example/' },
      { title: 'B', url: 'https://b.example/' },
    ]);
    const [{ content }] = [(await call('bookmarks.encrypted', {}, person)).body];
    // The envelope of one bookmark in the row of the other does not match the data that it is bound to.
    const swapped = { cipher: content.find(({ uuid }) => uuid === uuids[0])?.cipher ?? '', encrypted: true };
    await call('bookmarks.update', { params: { uuid: uuids[1] ?? '' }, body: swapped }, person);
    const page = openPage(await exported(person));
    await page.unlock(passphrase);
    expect(page.rows()).toEqual(['A']);
    expect(page.textOf('status')).toMatch(/^Unlocked: 1 of 2 · Damaged.*: 1$/);
  });

  test('contains the encrypted bookmarks outside the trash, or those of a choice, and collections only on request', async () => {
    const person = await signUp();
    const uuids = await save(person, [
      { title: 'A', url: 'https://a.example/' },
      { title: 'B', url: 'https://b.example/' },
      { title: 'C', url: 'https://c.example/' },
    ]);
    const plain = (await call('bookmarks.create', { body: { url: 'https://plain.example/' } }, person)).body
      .uuid;
    await call('bookmarks.delete', { params: { uuid: uuids[2] ?? '' } }, person);
    const within = (html: string) =>
      [...html.matchAll(/"uuid":"([^"]+)"/g)].map(([, uuid]) => uuid).toSorted();
    expect(within(await exported(person))).toEqual(uuids.slice(0, 2));
    const body = { uuids: [uuids[1] ?? '', plain], format: 'page' as const };
    const chosen = await (await call('bookmarks.exportChosen', { body }, person)).body.text();
    expect(within(chosen)).toEqual([uuids[1]]);
    expect(await exported(person)).toContain('"Uncategorized"');
    expect(await exported(person, 'en', { collections: false })).not.toContain('Uncategorized');
    expect(within(await exported(await signUp()))).toEqual([]);
  });

  test('allows its own script and style and nothing else, and no content becomes markup', async () => {
    const person = await signUp();
    const html = '</script><script>alert(1)</script><!-- <script>';
    const { uuid } = (await call('spaces.create', { body: { name: `"'&<b>` } }, person)).body;
    const there = { ...person, spaceId: uuid };
    const collection = (await call('collections.create', { body: { name: html } }, there)).body.uuid;
    await call(
      'bookmarks.createEncrypted',
      { body: { items: [{ uuid: newId(), cipher: envelope('x'), hint: html, collections: [collection] }] } },
      there,
    );
    const { document } = parseHTML(await exported(there));
    const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '';
    const hash = (selector: string) =>
      createHash('sha256')
        .update(document.querySelector(selector)?.textContent ?? '')
        .digest('base64');
    expect(policy).toBe(
      `default-src 'none'; script-src 'sha256-${hash('script[type="module"]')}'; ` +
        `style-src 'sha256-${hash('style')}'; base-uri 'none'; form-action 'none'`,
    );
    expect(document.querySelectorAll('script')).toHaveLength(2);
    expect(document.querySelectorAll('[src], link, iframe, object, embed, b')).toHaveLength(0);
    expect(JSON.parse(document.getElementById('data')?.textContent ?? '')).toMatchObject({
      account: person.accountId,
      bookmarks: [{ hint: html, collections: [html] }],
    });
    expect(document.querySelector('.from')?.textContent).toContain(`"'&<b>`);
  });

  test('is in the language of the request', async () => {
    const person = await signUp();
    await save(person, [{ title: 'A', url: 'https://a.example/' }]);
    const page = openPage(await exported(person, 'pt-BR'));
    expect(page.document.documentElement.lang).toBe('pt-BR');
    expect(page.document.querySelector('h1')?.textContent).toBe('Favoritos criptografados');
    await page.unlock(passphrase);
    expect(page.textOf('status')).toBe('Desbloqueados: 1 de 1');
  });

  test('has its own file name', async () => {
    const answer = await call('bookmarks.export', { query: { format: 'page' } }, await signUp());
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(
      /filename="markwell-Personal-\d{4}-\d\d-\d\d\.encrypted\.html"/,
    );
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    await answer.body.body?.cancel();
  });
});

test('the other formats keep the envelope, or omit the bookmark', async () => {
  const person = await signUp();
  const [uuid] = await save(person, [{ title: 'A', url: 'https://a.example/', hint: 'Usual' }]);
  const read = async (format: 'json' | 'csv' | 'html', encrypted: boolean) =>
    (await call('bookmarks.export', { query: { format, encrypted } }, person)).body.text();
  const { content } = (await call('bookmarks.encrypted', {}, person)).body;
  expect(JSON.parse(await read('json', true))).toMatchObject({
    account: person.accountId,
    bookmarks: [{ uuid, encrypted: true, cipher: content[0]?.cipher }],
  });
  for (const text of [await read('json', false), await read('html', true), await read('csv', true)]) {
    expect(text).not.toContain('mw1.');
  }
});
