import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryName, fieldNames, fields, noFields } from '@/lib/bookmark/fields';
import { folderPath, type ImportEntry } from '@/lib/formats/entry';
import { createNetscapeParser } from '@/lib/formats/netscape/parse';
import {
  writeNetscape,
  type WrittenEntry,
  type WrittenFolder,
  type WrittenItem,
} from '@/lib/formats/netscape/write';
import { uniqueTags } from '@/lib/domain/tags';

// Characters that break files: markup, white space of all kinds, control characters, entities.
const unit = fc.oneof(
  fc.constantFrom('<', '>', '&', '"', "'", '/', '=', ';', '!', '#', '-', 'x', ' ', '\n', '\t', '\r', '\f'),
  fc.constantFrom('\u0001', '\u007F', '\u00A0', '\uFEFF', '\u2028', '😀', 'é', '日'),
  fc.constantFrom(
    '&amp;',
    '&lt;',
    '&amp;#39;',
    '&#39;',
    '&copy',
    '&#x3C;',
    '<!--',
    '-->',
    '</A>',
    '<DD>',
    '<DT>',
    '</DL><p>',
    '<a href="x">',
    ']]>',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const text = fc
  .array(unit, { maxLength: 12 })
  .map((units) => units.join('').toWellFormed().replaceAll('\0', ''));
const date = fc.option(
  fc.date({ min: new Date(0), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true }),
  { nil: null },
);

const valuesOf = {
  text,
  tags: fc.array(text, { maxLength: 4 }).map((tags) => uniqueTags(tags)),
  flag: fc.boolean(),
  count: fc.nat({ max: 999_999_999 }),
  time: date,
};

const entry = fc.record({
  ...Object.fromEntries(fieldNames.map((name) => [entryName(name), valuesOf[fields[name].type]])),
  url: fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    text.filter((url) => url !== ''),
  ),
  extra: fc.record({ shortcuturl: text, private: text, post_data: text }, { requiredKeys: [] }),
}) as unknown as fc.Arbitrary<WrittenEntry>;

const folder: fc.Arbitrary<WrittenFolder> = fc.record({
  name: text,
  description: text,
  addedAt: date,
  modifiedAt: date,
  extra: fc.record({ personal_toolbar_folder: fc.constant('true') }, { requiredKeys: [] }),
});

interface Tree {
  readonly folder: WrittenFolder;
  readonly children: readonly (Tree | WrittenEntry)[];
}

const isTree = (node: Tree | WrittenEntry): node is Tree => 'children' in node;

const withOwnNames = (children: readonly (Tree | WrittenEntry)[]): (Tree | WrittenEntry)[] =>
  children.map((child, index) =>
    isTree(child)
      ? { ...child, folder: { ...child.folder, name: `${child.folder.name}${String(index)}` } }
      : child,
  );

const { tree } = fc.letrec<{ tree: Tree; node: Tree | WrittenEntry }>((tie) => ({
  tree: fc.record({
    folder,
    // Sibling folders with the same name are merged, so names must differ.
    children: fc.array(tie('node'), { maxLength: 4 }).map(withOwnNames),
  }),
  node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, entry, tie('tree')),
}));

function* items(children: Tree['children']): Generator<WrittenItem> {
  for (const child of children) {
    if (!isTree(child)) yield { kind: 'entry', entry: child };
    else {
      yield { kind: 'open', folder: child.folder };
      yield* items(child.children);
      yield { kind: 'close' };
    }
  }
}

function read(html: string) {
  const entries: ImportEntry[] = [];
  const parser = createNetscapeParser({ onEntry: (read) => entries.push(read) });
  parser.write(html);
  return { entries, ...parser.end() };
}

function flat(children: Tree['children'], path: readonly string[] = []) {
  const entries: (WrittenEntry & { path: readonly string[] })[] = [];
  const folders: (WrittenFolder & { path: readonly string[] })[] = [];
  for (const child of children) {
    if (!isTree(child)) entries.push({ ...child, path });
    else {
      const inner = [...path, child.folder.name];
      folders.push({ ...child.folder, path: inner });
      const below = flat(child.children, inner);
      entries.push(...below.entries);
      folders.push(...below.folders);
    }
  }
  return { entries, folders };
}

describe('writeNetscape', () => {
  it('writes a file that is parsed identically: every field, every folder, the order', () => {
    fc.assert(
      fc.property(tree, ({ children }) => {
        const { entries, folders } = read([...writeNetscape(items(children))].join(''));
        const expected = flat(children);
        expect(
          entries.map(({ line: _, folder: at, problems, ...rest }) => ({
            ...rest,
            path: folderPath(at),
            problems,
          })),
        ).toEqual(expected.entries.map((one) => ({ ...one, problems: [] })));
        expect(folders.map(({ id: _, parent: __, depth: ___, before: ____, ...rest }) => rest)).toEqual(
          expected.folders.map(({ path: _, ...rest }) => rest),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('writes a file like browsers, one bookmark per line', () => {
    const bookmark: WrittenEntry = {
      ...noFields,
      url: 'https://example.com/?a=1&b=2',
      title: 'A & B\n"quoted"',
      description: 'first\nsecond',
      tags: ['one', 'two words'],
      addedAt: new Date(1_700_000_000_000),
      modifiedAt: new Date(1_700_000_001_500),
      favorite: true,
      extra: {},
    };
    const work = { name: 'Work', description: '', addedAt: null, modifiedAt: null, extra: {} };
    const written = [
      ...writeNetscape([
        { kind: 'open', folder: work },
        { kind: 'entry', entry: bookmark },
        { kind: 'close' },
      ]),
    ];
    expect(written.join('')).toBe(`<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3>Work</H3>
    <DL><p>
        <DT><A HREF="https://example.com/?a=1&amp;b=2" ADD_DATE="1700000000" LAST_MODIFIED="1700000001" LAST_MODIFIED_MS="1700000001500" TAGS="one,two words" FAVORITE="1">A &amp; B&#10;&quot;quoted&quot;</A>
        <DD>first
second
    </DL><p>
</DL><p>
`);
  });

  it('writes a script URL to an attribute that only Markwell reads', () => {
    const [, line] = [
      ...writeNetscape([
        { kind: 'entry', entry: { ...empty, url: 'java\nscript:alert("<b>")', title: 'x' } },
      ]),
    ];
    expect(line).toBe(
      '    <DT><A HREF="" MARKWELL_URL="java&#10;script:alert(&quot;&lt;b&gt;&quot;)">x</A>\n',
    );
  });
});

const empty: WrittenEntry = { ...noFields, extra: {} };
