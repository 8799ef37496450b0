import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { noFields } from '@/lib/bookmark/fields';
import { MarkdownWriter, type WrittenNote } from '@/lib/formats/markdown/write';

const uuid = '01980000-0000-7000-8000-0000deadbeef';

function write(...notes: Partial<WrittenNote>[]): Record<string, string> {
  const writer = new MarkdownWriter();
  const chunks = notes.map((note) =>
    writer.add({ ...noFields, uuid, collections: [], space: null, ...note }),
  );
  const files = unzipSync(Buffer.concat([...chunks, writer.end()]));
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  );
}

test('a note has the fields of its bookmark as front matter, and leaves out empty ones', () => {
  const note = {
    title: 'Night trains',
    url: 'https://trains.example/',
    tags: ['slow', 'two words'],
    favorite: true,
    visits: 3,
    addedAt: new Date('2026-01-02T03:04:05Z'),
    collections: ['Travel, by train'],
  };
  expect(write(note)).toEqual({
    'Night trains.md': `---
title: "Night trains"
url: "https://trains.example/"
tags:
  - "slow"
  - "two words"
favorite: true
visits: 3
created: 2026-01-02T03:04:05.000Z
collections:
  - "Travel, by train"
---
`,
  });
});

// Guarantee: no text of a bookmark adds a key, ends the front matter, or is not valid YAML.
test('texts stay in their line', () => {
  const hostile = 'a"\n---\nevil: true\\ \u2028\u0085\ufeff\ud800 # {x}';
  const [text = ''] = Object.values(write({ title: hostile, tags: [hostile] }));
  const lines = text.split('\n');
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    '---',
    'title',
    'tags',
    '  - "a\\"\\n---\\nevil',
    '---',
    '',
  ]);
  const title = lines[1]?.slice('title: '.length) ?? '';
  expect(title).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(title)).toBe(hostile);
});

test.each([
  ['a/b\\c: "d"?', 'a b c d.md'],
  ['  ../..  ', '_.md'],
  ['CON', 'CON_.md'],
  ['', 'trains.example.md'],
  ['x'.repeat(300), `${'x'.repeat(80)}.md`],
  ['💥'.repeat(100), `${'💥'.repeat(80)}.md`],
  ['[[link]] #tag|alias^1', 'link tag alias 1.md'],
  ['\u202egpj.exe', 'gpj.exe.md'],
])('the title %j is the file name %j', (title, name) => {
  expect(Object.keys(write({ title, url: 'https://trains.example/map' }))).toEqual([name]);
});

test('equal names are told apart by their bookmarks, also where case does not count', () => {
  expect(Object.keys(write({ title: 'Same' }, { title: 'same' }, { title: 'Same', space: 'Work' }))).toEqual([
    'Same.md',
    'same deadbeef.md',
    'Work/Same.md',
  ]);
});
