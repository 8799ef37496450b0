import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { serviceLimits } from '@/lib/contract/service-limits';
import { createPageReading, sendStatus } from '@/provider/testing/page-reading';
import type { TestAccount } from '@/provider/testing/test-provider';

const pageReading = await createPageReading();
const { web, site, run, person, db, call, signUp, url, saveOne, keptOf, encrypt, reset } = pageReading;

afterAll(() => site[Symbol.asyncDispose]());
beforeEach(reset);

const prose = 'The ferry crosses the strait twice a day, and in winter only when the ice allows it. ';
const walled = `<!doctype html><title>Ferries</title><article><h1>Ferries</h1>${`<p>${prose.repeat(6)}</p>`.repeat(4)}
  <p onclick="alert(1)">Subscribers read on: canção.<script>alert(1)</script></p></article>`;

const send = (uuid: string, html: string, type = 'text/html; charset=utf-8', as: TestAccount = person) =>
  call(
    'bookmarks.sendContent',
    { params: { uuid }, body: new TextEncoder().encode(html) },
    { ...as, headers: { 'content-type': type } },
  );
const read = (uuid: string) => call('bookmarks.content', { params: { uuid } }, person);

describe('the HTML of a page from a browser', () => {
  test('becomes the page text for reading, sanitized, without a request to the page', async () => {
    const id = await saveOne();
    const { body } = await send(id, walled);
    expect(body).toMatchObject({ status: 'ready', title: 'Ferries' });
    expect(body.text).toContain('Subscribers read on: canção.');
    expect(body.html).not.toMatch(/script|onclick|alert/);
    expect((await read(id)).body).toEqual(body);
    expect(await keptOf(id)).toMatchObject({ status: 'ready', isFound: true });
    expect(web.asked).toEqual([]);
  });

  test('is never replaced by a fetch, however old it is', async () => {
    const id = await saveOne();
    await send(id, walled);
    web.answer = sendStatus(403);
    await db.$client.query(`update page_contents set fetched_at = fetched_at - interval '90 days'`);
    expect((await read(id)).body.title).toBe('Ferries');
    await run();
    expect(web.asked).toEqual([]);
  });

  test('is not replaced by a fetch that had begun before it arrived', async () => {
    const id = await saveOne();
    const { running, held } = await pageReading.runUntilAsked();
    await send(id, walled);
    held.writeHead(403).end();
    await running;
    expect((await read(id)).body).toMatchObject({ status: 'ready', title: 'Ferries' });
  });

  test('replaces what was fetched or sent before', async () => {
    const id = await saveOne();
    await run();
    await send(id, walled);
    await send(id, walled.replaceAll('Ferries', 'Ferries in winter'));
    expect((await read(id)).body.title).toBe('Ferries in winter');
  });

  test('without an article changes nothing and says so', async () => {
    const id = await saveOne();
    await send(id, walled);
    expect((await send(id, '<p>Sign in')).body).toMatchObject({ status: 'empty', html: '' });
    expect((await read(id)).body.title).toBe('Ferries');
  });

  test('is refused for an encrypted bookmark, another account’s, and an address that is no web page', async () => {
    const encrypted = await saveOne();
    await encrypt(encrypted);
    const strange = await saveOne(url(1), await signUp());
    const inert = await saveOne('mailto:ada@h1.example');
    for (const id of [encrypted, strange, inert]) {
      expect((await send(id, walled)).problem.code).toBe('NOT_FOUND');
      expect(await keptOf(id)).toBeNull();
    }
  });

  test('is refused if it is not HTML or too long, before it is read', async () => {
    const id = await saveOne();
    expect((await send(id, '{}', 'application/json')).problem.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    const long = walled + ' '.repeat(serviceLimits.pageHtmlBytes);
    expect((await send(id, long)).problem.code).toBe('BODY_TOO_LARGE');
    expect(await keptOf(id)).toBeNull();
  });
});
