import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import os from 'node:os';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { createImporter, file, link } from '@/provider/testing/imports';
import { createOutsider, untilBlocked } from '@/provider/testing/database';
import { createTestProvider } from '@/provider/testing/test-provider';

let freeBytes: number | null = null;
/** The free space, of which temporary files take theirs. */
const freeNow = () => Promise.resolve(freeBytes === null ? null : freeBytes - temporaryBytes());
const tested = await createTestProvider({ freeBytes: freeNow });
const { call, signUp, request, db, databaseUrl, importsIdle } = tested;
const { importFile, list, send } = createImporter(tested);
const person = await signUp();

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
// Other tests write temporary files at the same time.
const temporary = mkdtempSync(path.join(os.tmpdir(), 'imports-'));
vi.stubEnv('TMPDIR', temporary);
afterAll(() => rmSync(temporary, { recursive: true }));
const temporaryFiles = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith('markwell-import-'));
function temporaryBytes(): number {
  const folders = temporaryFiles().map((name) => path.join(os.tmpdir(), name));
  const sizes = folders.flatMap((one) => readdirSync(one).map((name) => statSync(path.join(one, name)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
const good = file(link('https://example.com'));

/** A rejected upload must not leave any row. */
afterEach(async () => {
  const { rows } = await db.$client.query<Record<string, number>>(
    `select (select count(*) from imports where status = 'receiving')::int as receiving,
       (select count(*) from import_rows)::int as rows, (select count(*) from import_folders)::int as folders`,
  );
  expect(rows[0]).toEqual({ receiving: 0, rows: 0, folders: 0 });
});

describe('a file that is not a bookmark file', () => {
  const other = readFileSync(path.join(process.cwd(), 'lib/formats/netscape/fixtures/not-bookmarks.html'));

  test.each([
    ['a zip without bookmarks', zipSync({ 'a.txt': bytes('Hello') }), 415, 'IMPORT_INVALID_TYPE'],
    ['a zip that is damaged', bytes('PK\u0003\u0004'), 422, 'IMPORT_PARSE_ERROR'],
    ['gzip of a text', gzipSync('Hello'), 415, 'IMPORT_INVALID_TYPE'],
    ['gzip that is cut off', gzipSync(good).subarray(0, 40), 422, 'IMPORT_PARSE_ERROR'],
    ['PDF', bytes('%PDF-1.7\n'), 415, 'IMPORT_INVALID_TYPE'],
    ['JSON of a browser', '{"roots": {}}', 422, 'IMPORT_INVALID_FILE'],
    [
      'JSON that is cut off',
      '{"version":2,"bookmarks":[{"url":"https://a.example/"},',
      422,
      'IMPORT_PARSE_ERROR',
    ],
    [
      'JSON of nested arrays',
      `{"version":2,"bookmarks":[${'['.repeat(1_000_000)}`,
      422,
      'IMPORT_PARSE_ERROR',
    ],
    ['JSON that is damaged', '{"version":2,"bookmarks":[}', 422, 'IMPORT_PARSE_ERROR'],
    ['a JSON export without bookmarks', '{"version":2,"bookmarks":[]}', 422, 'IMPORT_INVALID_FILE'],
    ['plain text', bytes('Hello world\n'.repeat(50)), 415, 'IMPORT_INVALID_TYPE'],
    ['nothing', bytes(''), 415, 'IMPORT_INVALID_TYPE'],
    [
      'a page without a doctype and without links',
      bytes('<html><body><div>Hi</div></body></html>'),
      422,
      'IMPORT_INVALID_FILE',
    ],
    ['a fragment of a page', bytes('<div><span>Hi</span></div>'), 422, 'IMPORT_INVALID_FILE'],
    ['a feed', bytes('<?xml version="1.0"?><rss><channel></channel></rss>'), 415, 'IMPORT_INVALID_TYPE'],
    ['another page', new Uint8Array(other), 422, 'IMPORT_INVALID_FILE'],
    [
      'a page with thousands of links',
      bytes('<!doctype html>' + link('https://example.com/x').repeat(20_000)),
      422,
      'IMPORT_INVALID_FILE',
    ],
    [
      'an empty bookmark file',
      bytes('<!DOCTYPE NETSCAPE-Bookmark-file-1><DL></DL>'),
      422,
      'IMPORT_INVALID_FILE',
    ],
    ['noise', bytes('\u0001\u0002\u0003\u0004 '.repeat(200)), 422, 'IMPORT_PARSE_ERROR'],
  ])('%s is refused', async (_, body, status, code) => {
    expect((await send(person, body)).problem).toMatchObject({ status, code });
  });

  test('is rejected in the language of the request', async () => {
    const response = await request('/v1/bookmarks/import', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'text/html',
        'accept-language': 'pt-BR',
      },
      body: bytes('%PDF-1.7'),
    });
    expect(((await response.json()) as { message: string }).message).toMatch(/arquivo/);
  });
});

describe('a file of bookmarks', () => {
  test.each([
    'text/html; charset=utf-8',
    'application/json; charset=utf-16',
    'application/octet-stream',
    'application/vnd.ms-excel',
    'image/png',
    '',
  ])('is recognized by its contents, whatever its content type: %j', async (type) => {
    const sender = await signUp();
    const response = await request('/v1/bookmarks/import', {
      method: 'POST',
      headers: { authorization: `Bearer ${sender.token}`, 'content-type': type },
      body: bytes(good),
    });
    expect(response.status).toBe(202);
    await importsIdle();
    expect(await list(sender)).toHaveLength(1);
  });

  test('may be compressed, or in an archive of which nothing remains', async () => {
    const before = temporaryFiles();
    const sender = await signUp();
    await importFile(sender, gzipSync(file(link('https://gzip.example'))));
    const archive = zipSync({ 'export/bookmarks.html': bytes(file(link('https://zip.example'))) });
    const report = await importFile(sender, archive);
    expect(report).toMatchObject({
      format: { id: 'netscape', name: 'HTML' },
      created: 1,
      bytes: archive.length,
    });
    expect((await list(sender)).map(({ url }) => url)).toEqual([
      'https://zip.example',
      'https://gzip.example',
    ]);
    expect(temporaryFiles()).toEqual(before);
  });
});

describe('a file that is too large', () => {
  const endless = (chunk: Uint8Array, count: number): ReadableStream<Uint8Array> => {
    let sent = 0;
    return new ReadableStream({
      pull(controller) {
        if (sent++ < count) controller.enqueue(chunk);
        else controller.close();
      },
    });
  };

  test('is rejected by its stated length before a byte is read', async () => {
    const response = await request('/v1/bookmarks/import', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'text/html',
        'content-length': String(256 * 1024 * 1024 + 1),
      },
      body: bytes(good),
    });
    expect(response.status).toBe(413);
  });

  test('is rejected during the upload, when its length was not stated', async () => {
    const megabyte = bytes(`<!--${'x'.repeat(1024 * 1024 - 7)}-->`);
    const body = endless(megabyte, 1_000);
    expect((await send(person, body)).problem).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
  });

  test('is rejected when it has more folders than the limit', async () => {
    const headings = Array.from({ length: 50_001 }, (_, index) => `<H3>${index}</H3>`).join('');
    expect((await send(person, file(headings))).problem).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
  });
});

describe('a target that does not exist', () => {
  test('is not found, like one of another account', async () => {
    const stranger = await signUp();
    const theirs = (await call('collections.create', { body: { name: 'Theirs' } }, stranger)).body;
    const mine = (await call('collections.create', { body: { name: 'Mine' } }, person)).body;
    const other = (await call('spaces.create', { body: { name: 'Other' } }, person)).body;
    const absent = '01890000-0000-7000-8000-000000000000';
    for (const space of [stranger.spaceId, absent]) {
      expect((await send(person, good, { space })).problem).toMatchObject({
        status: 404,
        code: 'SPACE_NOT_FOUND',
      });
    }
    for (const query of [
      { collection: theirs.uuid },
      { collection: absent },
      { collection: mine.uuid, space: other.uuid },
    ]) {
      expect((await send(person, good, query)).problem).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
    expect((await send(person, good, { space: 'x' })).problem).toMatchObject({ status: 422 });
  });
});

describe('a file that exceeds the free disk space', () => {
  afterEach(() => {
    freeBytes = null;
  });

  test('is rejected before anything is written, with a message', async () => {
    const other = await signUp();
    freeBytes = 100 * 1024 * 1024;
    const { problem } = await send(other, good);
    expect(problem).toMatchObject({ status: 507, code: 'DISK_FULL' });
    expect(problem.message).toContain('The disk is full');
    expect(await list(other)).toEqual([]);
  });

  test('is rejected while its archive is expanded, which leaves no temporary file', async () => {
    const other = await signUp();
    freeBytes = 160 * 1024 * 1024;
    const large = new Uint8Array(40 * 1024 * 1024);
    const inner = zipSync({ 'a.html': bytes(good), 'b.bin': large }, { level: 0 });
    const archive = zipSync({ 'inner.zip': [inner, { level: 1 }] });
    expect(archive.length).toBeLessThan(1024 * 1024);
    expect((await send(other, archive)).problem).toMatchObject({ status: 507, code: 'DISK_FULL' });
    expect(temporaryFiles()).toEqual([]);
    freeBytes = 400 * 1024 * 1024;
    expect((await importFile(other, archive)).created).toBe(1);
  });

  test('is rejected by its stated size, before any of it is read', async () => {
    const other = await signUp();
    freeBytes = 256 * 1024 * 1024;
    let reads = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          reads += 1;
          controller.enqueue(bytes(good));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-type': 'text/html', 'content-length': String(16 * 1024 * 1024) };
    const { problem } = await call('bookmarks.import', { body }, { ...other, headers });
    expect(problem).toMatchObject({ status: 507, code: 'DISK_FULL' });
    expect(reads).toBe(0);
    expect(await list(other)).toEqual([]);
  });

  /** A file of which `head` is sent at once and `tail` when the test requests it. */
  function slowFile(head: string, tail: string) {
    const started = Promise.withResolvers<undefined>();
    const gate = Promise.withResolvers<undefined>();
    let chunks = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          chunks += 1;
          if (chunks === 1) {
            controller.enqueue(bytes(head));
            return;
          }
          started.resolve(undefined);
          await gate.promise;
          controller.enqueue(bytes(tail));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return { body, started: started.promise, sendRest: () => gate.resolve(undefined) };
  }

  const padding = `<!--${'x'.repeat(5 * 1024 * 1024)}-->`;

  test('is rejected when unfinished imports need the space', async () => {
    const [first, second] = [await signUp(), await signUp()];
    freeBytes = 200 * 1024 * 1024;
    // The merge of the first import waits until nothing else is imported into its space.
    const merging = await createOutsider(databaseUrl);
    await merging.query('begin');
    await merging.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [first.spaceId]);
    const links = Array.from({ length: 3_000 }, (_, index) => link(`https://example.com/${index}`));
    const [head, tail] = [file(padding, ...links), link('https://example.com/last')];
    const { body, started, sendRest } = slowFile(head, tail);
    const running = send(first, body);
    await started;
    expect((await send(second, good)).problem).toMatchObject({ status: 507, code: 'DISK_FULL' });
    sendRest();
    expect((await running).status).toBe(202);
    expect((await send(second, good)).problem).toMatchObject({ status: 507, code: 'DISK_FULL' });
    await merging.query('commit');
    await importsIdle();
    expect((await send(second, good)).status).toBe(202);
    await importsIdle();
  });

  test('is not rejected for the announced size of an upload', async () => {
    const [first, second] = [await signUp(), await signUp()];
    freeBytes = 200 * 1024 * 1024;
    const { body, started, sendRest } = slowFile(good, ' ');
    const headers = { 'content-type': 'text/html', 'content-length': String(4 * 1024 * 1024) };
    const running = call('bookmarks.import', { body }, { ...first, headers });
    await started;
    expect((await call('bookmarks.import', { body: bytes(good) }, { ...second, headers })).status).toBe(202);
    sendRest();
    expect((await running).status).toBe(202);
    await importsIdle();
  });

  test('is not rejected for the bookmarks that another merge has written', async () => {
    const [first, second] = [await signUp(), await signUp()];
    freeBytes = 200 * 1024 * 1024;
    const merging = await createOutsider(databaseUrl);
    await merging.query('begin; lock table bookmark_collections in share mode');
    expect((await send(first, file(padding, link('https://example.com')))).status).toBe(202);
    await untilBlocked(await createOutsider(databaseUrl));
    expect((await send(second, good)).status).toBe(202);
    await merging.query('commit');
    await importsIdle();
  });

  test('is rejected during the upload, once it proves too large', async () => {
    const other = await signUp();
    freeBytes = 130 * 1024 * 1024;
    const links = Array.from({ length: 6_000 }, (_, n) => link(`https://example.com/${n}`, 'A page'));
    expect((await send(other, file(...links))).problem.code).toBe('DISK_FULL');
    await importsIdle();
    expect(await list(other)).toEqual([]);
    expect((await importFile(other, good)).status).toBe('done');
  });
});

describe('an upload', () => {
  test('that is interrupted leaves no rows', async () => {
    const guest = await signUp();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent === 1) controller.enqueue(bytes('<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>'));
        else if (sent < 12) controller.enqueue(bytes(link(`https://example.com/${sent}`).repeat(1_000)));
        else controller.error(new Error('the connection was lost'));
      },
    });
    expect((await send(guest, body)).problem).toMatchObject({ status: 400 });
    expect(await list(guest)).toEqual([]);
  });

  test('is one of at most four concurrent ones of an account', async () => {
    const guest = await signUp();
    const gate = Promise.withResolvers<undefined>();
    const waiting = () =>
      new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(bytes(good));
          await gate.promise;
          controller.close();
        },
      });
    // All of them are about to start, and wait for the lock of the account.
    const outsider = await createOutsider(databaseUrl);
    await outsider.query('begin');
    await outsider.query('select 1 from accounts where id = $1 for update', [guest.accountId]);
    const sent = Array.from({ length: 6 }, () => send(guest, waiting()));
    await untilBlocked(await createOutsider(databaseUrl), 6);
    await outsider.query('commit');
    let refused = 0;
    for (const one of sent) void one.then(({ status }) => (refused += status === 429 ? 1 : 0));
    const begun = 'select 1 from imports where account_id = $1';
    await expect
      .poll(async () => refused + ((await outsider.query(begun, [guest.accountId])).rowCount ?? 0))
      .toBe(6);
    gate.resolve(undefined);
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await importsIdle();
  });

  test('that is interrupted does not block later imports of the account', async () => {
    const guest = await signUp();
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<undefined>());
    const begun: Promise<undefined>[] = [];
    const held = gates.map(({ promise }) => {
      const { promise: isRead, resolve } = Promise.withResolvers<undefined>();
      begun.push(isRead);
      let isSent = false;
      const source: UnderlyingDefaultSource<Uint8Array> = {
        async pull(controller) {
          // An import reads its file after it has been counted.
          resolve(undefined);
          if (isSent) await promise;
          if (isSent) controller.close();
          else controller.enqueue(bytes(good));
          isSent = true;
        },
      };
      return send(guest, new ReadableStream(source, { highWaterMark: 0 }));
    });
    await Promise.all(begun);
    expect((await send(guest, good)).status).toBe(429);
    for (const { resolve } of gates) resolve(undefined);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    await importsIdle();
    expect(await importFile(guest, good)).toMatchObject({ status: 'done', duplicates: 1 });
  });
});
