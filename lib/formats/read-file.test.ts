import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { defaultChoices, type ImportChoices } from '@/lib/formats/choices';
import { folderPath, type ImportEntry } from '@/lib/formats/entry';
import { readFile } from '@/lib/formats/read-file';

const now = new Date('2026-01-02T03:04:05Z');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* chunksOf(bytes: Uint8Array, size = 1_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads a whole file from memory. */
async function read(bytes: Uint8Array, choices: Partial<ImportChoices> = {}) {
  const entries: ImportEntry[] = [];
  const result = await readFile(
    {
      name: 'file',
      bytes: chunksOf(bytes),
      store: async (rest) => {
        const whole = await collect(rest);
        return { size: whole.length, read: (from, to) => Promise.resolve(whole.subarray(from, to)) };
      },
    },
    {
      accountId: null,
      columns: null,
      now,
      onTable: () => undefined,
      choices: { ...defaultChoices, ...choices },
      detectEncoding: () => null,
      onEntry: (entry) => entries.push(entry),
      onFormat: () => undefined,
      onSlice: () => Promise.resolve(),
    },
  );
  return { ...result, entries };
}

const html = (...items: readonly string[]): string =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${items.join('\n')}\n</DL>`;
const link = (name: string, attributes = ''): string =>
  `<DT><A HREF="https://${name}.example/"${attributes}>${name}</A>`;
const folder = (name: string, ...items: readonly string[]): string =>
  `<DT><H3>${name}</H3><DL><p>${items.join('\n')}</DL>`;

describe('readFile', () => {
  it('recognizes a file by its contents, and counts what it has', async () => {
    const { format, entries, kept, folders } = await read(
      bytesOf(
        html(folder('News', link('a', ' TAGS="x,y" ADD_DATE="1700000000"'), link('b', ' FAVORITE="1"'))),
      ),
    );
    expect(format).toEqual({ id: 'netscape', name: 'HTML' });
    expect(entries.map(({ title }) => title)).toEqual(['a', 'b']);
    expect(kept).toEqual({ tags: 1, dates: 1, favorites: 1 });
    expect(folders).toHaveLength(1);
  });

  it('reads a compressed file', async () => {
    const { entries } = await read(gzipSync(bytesOf(html(link('a')))));
    expect(entries).toHaveLength(1);
  });

  it.each([
    ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'IMPORT_INVALID_TYPE'],
    ['a text', bytesOf('Hello world'), 'IMPORT_INVALID_TYPE'],
    ['nothing', new Uint8Array(0), 'IMPORT_INVALID_TYPE'],
    ['a page without bookmarks', bytesOf('<html><body><p>Hello'), 'IMPORT_INVALID_FILE'],
    ['JSON of something else', bytesOf('{"name":"x","dependencies":{}}'), 'IMPORT_INVALID_FILE'],
    ['damaged JSON', bytesOf('{"name":"x"'), 'IMPORT_PARSE_ERROR'],
    ['noise', new Uint8Array(500).map((_, index) => (index * 7) % 32), 'IMPORT_PARSE_ERROR'],
    ['an archive without bookmarks', zipSync({ 'a.txt': bytesOf('Hello world') }), 'IMPORT_INVALID_TYPE'],
    [
      'a damaged archive',
      zipSync({ 'a.html': bytesOf(html(link('a'))) }).subarray(0, 60),
      'IMPORT_PARSE_ERROR',
    ],
    ['damaged gzip', gzipSync(bytesOf(html(link('a')))).subarray(0, 50), 'IMPORT_PARSE_ERROR'],
  ])('refuses %s', (_, bytes, fault) => expect(read(bytes)).rejects.toMatchObject({ fault }));
});

describe('an archive', () => {
  it('is one import of the files of one format, in the order of their names', async () => {
    const { entries, dropped } = await read(
      zipSync({
        'part-2.html': bytesOf(html(link('b'))),
        'part-1.html': bytesOf(html(link('a'))),
        'read.me': bytesOf('Hello world'),
        '__MACOSX/._part-1.html': bytesOf(html(link('c'))),
      }),
    );
    expect(entries.map(({ title }) => title)).toEqual(['a', 'b']);
    expect(dropped).toEqual({ otherFiles: 1 });
  });

  it('of a browser gives its bookmarks, and never its passwords', async () => {
    const passwords = 'Title,URL,Username,Password\nBank,https://bank.example/,me,secret\n';
    const { entries } = await read(
      zipSync({ 'Contraseñas.csv': bytesOf(passwords), 'Marcadores.html': bytesOf(html(link('a'))) }),
    );
    expect(entries.map(({ url }) => url)).toEqual(['https://a.example/']);
    await expect(read(zipSync({ 'Passwords.csv': bytesOf(passwords) }))).rejects.toMatchObject({
      fault: 'IMPORT_INVALID_TYPE',
    });
  });
});

describe('a list of addresses', () => {
  const addresses = ['https://a.example/x,y;z?a=1,2', 'https://b.example/ü', 'https://c.example/d'];
  const urlsOf = async (...lines: readonly string[]) => {
    const { format, entries } = await read(bytesOf(lines.join('\n')));
    return [format.id, ...entries.map(({ url }) => url)];
  };

  it.each([
    ['begins with a sentence', ['My links, collected in 2024', ...addresses]],
    ['begins with an address with commas', addresses],
    ['begins with a host with a comma', ['www.d.example/1,2', ...addresses]],
    ['begins with an address in angle brackets', ['<https://d.example/>', ...addresses]],
    ['begins with a link of Markdown', ['[A, title](https://d.example/)', ...addresses]],
    ['has tabs', ['Title\tof the list', ...addresses]],
  ])('%s', async (_, content) => {
    const found = await urlsOf(...content);
    expect(found[0]).toBe('plain-list');
    expect(found.slice(-3)).toEqual(['https://a.example/x,y;z?a=1,2', 'https://b.example/ü', addresses[2]]);
  });

  it('of OneTab has groups between empty lines, which become folders if there are several', async () => {
    const tab = (name: string) => `https://${name}.example/ | ${name}`;
    const { entries, folders } = await read(
      bytesOf(['', tab('a'), tab('b'), '', '', tab('c'), ''].join('\r\n')),
    );
    expect(folders.map(({ name }) => name)).toEqual(['OneTab 1', 'OneTab 2']);
    expect(entries.map(({ folder: at }) => at?.name)).toEqual(['OneTab 1', 'OneTab 1', 'OneTab 2']);
    const single = await read(bytesOf([tab('a'), tab('b')].join('\n')));
    expect(single.folders).toEqual([]);
  });
});

describe('an archive within an archive', () => {
  const bookmarks = (...names: readonly string[]) => bytesOf(html(...names.map((name) => link(name))));

  it('is read like the files beside it, one level deep', async () => {
    const { entries, dropped } = await read(
      zipSync({
        '2-inner.zip': zipSync({ 'Bookmarks.html': bookmarks('b'), 'Passwords.csv': bytesOf('x') }),
        '1.html': bookmarks('a'),
        '3-damaged.zip': zipSync({ 'c.html': bookmarks('c') }).subarray(0, 40),
        '4-deep.zip': zipSync({ 'deeper.zip': zipSync({ 'd.html': bookmarks('d') }) }),
      }),
    );
    expect(entries.map(({ title }) => title)).toEqual(['a', 'b']);
    expect(dropped).toEqual({ otherFiles: 3 });
  });

  it('is bounded together with the others', async () => {
    const bomb = zipSync({ 'inner.zip': [zipSync({ 'a.html': bookmarks('a') }), { level: 0 }] });
    const many = zipSync(
      Object.fromEntries(
        Array.from({ length: 25 }, (_, at) => [`${at + 10}.zip`, zipSync({ 'a.html': bookmarks(`n${at}`) })]),
      ),
    );
    expect((await read(bomb)).entries).toHaveLength(1);
    const { entries, dropped } = await read(many);
    expect(entries).toHaveLength(20);
    expect(dropped).toEqual({ otherFiles: 5 });
  });
});

describe('the archive of a product', () => {
  const item = (slug: string) => ({
    ...{ slug, url: `https://${slug}.example/`, title: slug, savedAt: '2024-01-02T03:04:05Z', labels: [] },
    ...{ thumbnail: slug === 'a' ? 'https://a.example/cover.png' : null, author: null },
  });
  const metadata = bytesOf(JSON.stringify([item('a'), item('b')]));
  const highlights = [
    ...['About the page', '', '> First line', '> https://second.example/', '', 'My note', 'on it', ''],
    ...['> Second quote', ''],
  ];

  it('has the highlights of Omnivore in files of their own, and saved pages', async () => {
    const { format, entries, kept, dropped } = await read(
      zipSync({
        'content/a.html': bytesOf('<html><body><a href="https://x.example/">x</a>'),
        'content/b.html': bytesOf('<html><body>Text'),
        'highlights/a.md': bytesOf(highlights.join('\n')),
        // By its contents a list of addresses.
        'highlights/b.md': bytesOf('https://one.example/\nhttps://two.example/\n'),
        'highlights/gone.md': bytesOf('> Of an item that is not in the file'),
        'metadata_0_to_20.json': metadata,
        'readme.txt': bytesOf('Hello'),
      }),
    );
    expect(format.id).toBe('omnivore');
    expect(entries.map(({ notes }) => notes)).toEqual([
      'About the page\n\n> First line\n> https://second.example/\n\nMy note\non it\n\n> Second quote',
      'https://one.example/\nhttps://two.example/',
    ]);
    expect(kept).toMatchObject({ highlights: 1, notes: 2 });
    expect(dropped).toEqual({ savedPages: 2, covers: 1, otherFiles: 1 });
  });

  it('has a limit for files that belong to bookmarks, since they are in memory', async () => {
    const large = new Uint8Array(17 * 1024 * 1024).fill(0x20);
    const zip = zipSync({ 'highlights/a.md': large, 'metadata_0_to_20.json': metadata });
    expect(zip.length).toBeLessThan(100_000);
    await expect(read(zip)).rejects.toMatchObject({ limit: 'bytes' });
  });
});

describe('folders of the same name in the same folder', () => {
  const node = (name: string, ...children: readonly object[]) => ({ type: 'folder', name, children });
  const url = (name: string) => ({ type: 'url', name, url: `https://${name}.example/` });

  it('of a file that names them after their contents are one, at the place of the first', async () => {
    const bar = node(
      'Bar',
      node('News', node('Daily', url('a'))),
      url('between'),
      node('Other', url('o')),
      node('News', url('b'), node('Daily', url('c'))),
    );
    const { entries, folders, replaced } = await read(
      bytesOf(JSON.stringify({ roots: { bookmark_bar: bar } })),
    );
    expect(folders.map((each) => folderPath(each).join('/'))).toEqual([
      ...['Bookmarks bar', 'Bookmarks bar/News', 'Bookmarks bar/News/Daily', 'Bookmarks bar/Other'],
    ]);
    const paths = new Map(folders.map((each) => [each.id, each.name]));
    const nameOf = (id = 0) => paths.get(replaced.get(id) ?? id);
    expect(entries.map(({ title, folder: at }) => [title, nameOf(at?.id)])).toEqual([
      ...[
        ['a', 'Daily'],
        ['between', 'Bookmarks bar'],
        ['o', 'Other'],
        ['b', 'News'],
        ['c', 'Daily'],
      ],
    ]);
  });

  it('of the files of an archive are one', async () => {
    const part = (...rows: readonly string[]) => bytesOf(['title,url,folder,excerpt', ...rows].join('\n'));
    const { entries, folders, replaced } = await read(
      zipSync({
        'part-1.csv': part('a,https://a.example/,News,', 'b,https://b.example/,Work,'),
        'part-2.csv': part('c,https://c.example/,Work,', 'd,https://d.example/,Home,'),
      }),
    );
    const nameOf = (id = 0) => folders.find((each) => each.id === (replaced.get(id) ?? id))?.name;
    expect(folders.map(({ name }) => name)).toEqual(['News', 'Work', 'Home']);
    expect(entries.map(({ folder: at }) => nameOf(at?.id))).toEqual(['News', 'Work', 'Work', 'Home']);
  });
});

describe('the choice of folders', () => {
  const file = bytesOf(
    html(folder('A', folder('Deep', link('a'))), folder('B', folder('Deep', link('b'))), link('c')),
  );

  it('keeps the tree', async () => {
    const { entries, folders } = await read(file);
    expect(entries.map((entry) => folderPath(entry.folder))).toEqual([['A', 'Deep'], ['B', 'Deep'], []]);
    expect(folders).toHaveLength(4);
  });

  it('makes one level of them, where equal names are one', async () => {
    const { entries, folders } = await read(file, { folders: 'flat' });
    expect(entries.map((entry) => folderPath(entry.folder))).toEqual([['Deep'], ['Deep'], []]);
    expect(folders.map(({ name }) => name)).toEqual(['A', 'Deep', 'B']);
  });

  it('makes them tags', async () => {
    const { entries, folders } = await read(file, { folders: 'tags' });
    expect(entries.map(({ tags, folder: at }) => [tags, at])).toEqual([
      [['A', 'Deep'], null],
      [['B', 'Deep'], null],
      [[], null],
    ]);
    expect(folders).toEqual([]);
  });
});

describe('the choice of archived entries', () => {
  const file = bytesOf(
    [
      'URL,Title,Selection,Folder,Timestamp',
      'https://a.example/,a,,Archive,1500000000',
      'https://b.example/,b,,Archive,',
    ].join('\n'),
  );

  it('makes them read at their date, or now', async () => {
    const { entries, kept } = await read(file);
    expect(entries.map(({ readAt }) => readAt)).toEqual([new Date('2017-07-14T02:40:00Z'), now]);
    expect(kept).toEqual({ archived: 2, dates: 1 });
  });

  it('makes them tagged', async () => {
    const { entries } = await read(file, { archived: 'tag' });
    expect(entries.map(({ tags, readAt }) => [tags, readAt])).toEqual([
      [['archived'], null],
      [['archived'], null],
    ]);
  });
});

it('a bookmark that was read at an unknown time counts as read now', async () => {
  const { entries, kept } = await read(bytesOf('Where,State\nhttps://a.example/,Done\n'));
  expect(entries).toMatchObject([{ readAt: now }]);
  expect(kept).toEqual({ read: 1 });
});
