import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import {
  type ExportChoice,
  exportDecrypted,
  exportFormats,
  exportHref,
  exportOptions,
} from '@/components/features/import-export/export-decrypted';
import type { Transport } from '@/lib/api/query-client';
import { ExportQuery } from '@/lib/contract/imports';
import type { ExportedBookmark, ExportFormat } from '@/lib/formats/export-file';
import { folderPath, type ImportEntry } from '@/lib/formats/entry';
import { createNetscapeParser } from '@/lib/formats/netscape/parse';
import type { UnlockedRow } from '@/lib/vault/vault-types';

const all: ExportChoice = { collections: true, tags: true, metadata: true, encrypted: true };

const common = { favorite: false, highlighted: false, createdAt: '2026-11-20T10:00:00.000Z' };
const dates = { visits: 3, order: 'U', updatedAt: '2026-11-20T11:00:00.000Z', lastAccessedAt: null };
const look = { color: 'b93a1a', smart: null, path: null, extra: null, createdAt: common.createdAt };
const exported = {
  version: 2,
  account: 'whose envelopes they are',
  collections: [
    { uuid: 'home', name: 'Home', isDefault: true, ...look, order: '' },
    { uuid: 'trains', name: 'Trains', isDefault: false, ...look, order: 'V' },
    { uuid: 'rules', name: 'Rules', isDefault: false, ...look, order: 'W', smart: { query: '#one' } },
  ],
  bookmarks: [
    {
      uuid: 'plain',
      title: 'A plain page',
      url: 'https://plain.example/',
      ...common,
      tags: 'one',
      collections: ['Home'],
      collectionUuids: ['home'],
      description: 'In the open',
      ...dates,
    },
    {
      uuid: 'open',
      encrypted: true,
      cipher: 'mw1.open',
      ...common,
      tags: '',
      collections: ['Trains'],
      collectionUuids: ['trains'],
      description: null,
      ...dates,
    },
    {
      uuid: 'closed',
      encrypted: true,
      cipher: 'mw1.closed',
      ...common,
      tags: '',
      collections: ['Trains'],
      collectionUuids: ['trains'],
      description: null,
      ...dates,
    },
    {
      uuid: 'changed',
      encrypted: true,
      cipher: 'mw1.new',
      ...common,
      tags: '',
      collections: [],
      collectionUuids: [],
      description: null,
      ...dates,
    },
  ],
};

const words = {
  title: 'A hidden <page>',
  url: 'https://hidden.example/',
  description: 'Within',
  tags: 'two,three',
};
const rows = [
  { bookmark: { uuid: 'open', cipher: 'mw1.open' }, result: { secret: words } },
  { bookmark: { uuid: 'closed', cipher: 'mw1.closed' }, result: { failure: 'locked' } },
  { bookmark: { uuid: 'changed', cipher: 'mw1.old' }, result: { secret: words } },
] as unknown as UnlockedRow[];

const requests: unknown[] = [];
const call = ((id: string, input: unknown) => {
  requests.push([id, input]);
  return Promise.resolve(exported);
}) as Transport;

async function write(format: ExportFormat, choice: ExportChoice = all) {
  const vault = { readDecrypted: () => Promise.resolve(rows) };
  const { file, ...rest } = await exportDecrypted({ call, vault }, format, choice);
  return { ...rest, file, text: await file.text(), type: file.type };
}

describe('a decrypted export', () => {
  test('as JSON has decrypted content instead of envelopes, and envelopes if the key is locked', async () => {
    const { text, decrypted, locked, name } = await write('json');
    const [plain, envelope, closed, changed] = exported.bookmarks;
    const { encrypted: _, cipher: __, ...open } = envelope as ExportedBookmark;
    expect(JSON.parse(text)).toEqual({
      version: 2,
      account: 'whose envelopes they are',
      collections: exported.collections,
      bookmarks: [plain, { ...open, ...words }, closed, changed],
    });
    expect({ decrypted, locked }).toEqual({ decrypted: 1, locked: 2 });
    expect(name).toMatch(/^markwell-decrypted-\d{4}-\d\d-\d\d\.json$/);
  });

  test('as HTML is imported back with its folders, and contains no envelope', async () => {
    const { text, type } = await write('html');
    const entries: ImportEntry[] = [];
    const parser = createNetscapeParser({ onEntry: (entry) => entries.push(entry) });
    parser.write(text);
    const { isBookmarkFile, folders } = parser.end();
    expect(isBookmarkFile).toBe(true);
    expect(
      entries.map(({ title, url, description, tags, folder }) => [
        title,
        url,
        description,
        tags,
        folderPath(folder),
      ]),
    ).toEqual([
      ['A plain page', 'https://plain.example/', 'In the open', ['one'], []],
      [words.title, words.url, words.description, ['two', 'three'], ['Trains']],
    ]);
    expect(entries[0]?.addedAt?.toISOString()).toBe(common.createdAt);
    expect(entries[1]).toMatchObject({ extra: { markwell_place: 'U' }, visits: 3 });
    expect(folders.map(({ name, extra }) => [name, extra])).toEqual([
      ['Trains', { markwell_place: 'V', markwell_color: 'b93a1a' }],
      ['Rules', { markwell_place: 'W', markwell_color: 'b93a1a', markwell_smart: '#one' }],
    ]);
    expect(type).toBe('text/html');
  });

  test('as CSV has one line for each readable bookmark', async () => {
    const { text } = await write('csv');
    expect(text.trim().split('\r\n')).toHaveLength(3);
    expect(text.split('\r\n')[2]).toBe(
      'A hidden <page>,https://hidden.example/,Within,"two,three",Trains,false,' +
        '2026-11-20T10:00:00.000Z,false,3,2026-11-20T11:00:00.000Z,,false,,',
    );
  });

  test('as Markdown has a note for each readable bookmark', async () => {
    const { file, name, type } = await write('markdown');
    const notes = unzipSync(new Uint8Array(await file.arrayBuffer()));
    expect(Object.keys(notes)).toEqual(['A plain page.md', 'A hidden page.md']);
    const note = new TextDecoder().decode(notes['A hidden page.md']);
    expect(note).toContain(
      'title: "A hidden <page>"\nurl: "https://hidden.example/"\ndescription: "Within"\n',
    );
    expect(note).toContain('collections:\n  - "Trains"\n');
    expect([type, name]).toEqual(['application/zip', expect.stringMatching(/\.markdown\.zip$/)]);
  });

  test('holds only what was chosen', async () => {
    const { text } = await write('json', { ...all, tags: false, metadata: false, encrypted: false });
    const { bookmarks } = JSON.parse(text) as typeof exported;
    expect(bookmarks.map(({ uuid }) => uuid)).toEqual(['plain', 'open']);
    expect(bookmarks[1]).toMatchObject({ title: words.title, tags: '', description: null });
  });

  test('requests envelopes from the service, and sends no decrypted content', async () => {
    requests.length = 0;
    await write('csv');
    expect(requests).toEqual([['bookmarks.export', { query: { ...all, format: 'json' } }]]);
  });
});

const space = '0193d0a0-7c00-7000-8000-000000000001';

test('every choice is sent to the service unchanged', () => {
  for (const format of exportFormats) {
    for (const chosen of exportOptions) {
      const choice = { collections: false, tags: false, metadata: false, encrypted: false, [chosen]: true };
      const { pathname, searchParams } = new URL(exportHref(format, choice, space), 'http://localhost');
      expect(pathname).toBe('/v1/bookmarks/export');
      expect(ExportQuery.parse(Object.fromEntries(searchParams))).toEqual({ format, ...choice, space });
    }
  }
});
