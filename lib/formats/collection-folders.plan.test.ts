import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownCollection, planCollections } from '@/lib/formats/collection-folders';

const plan = (paths: readonly string[], library: readonly KnownCollection[] = []) => {
  const folders = paths.map((path, index) => ({ id: index + 1, path: path.split('/') }));
  const { created, existing } = planCollections(folders, library, 'Unnamed folder');
  return folders.map(({ id }) => created.get(id) ?? `= ${existing.get(id) ?? ''}`);
};

const byHand = (name: string): KnownCollection => ({ id: name.toLowerCase(), name, sourcePath: null });

describe('planCollections', () => {
  it.each([
    [
      ['Bar/Recipes', 'Work'],
      ['Recipes', 'Work'],
    ],
    [
      ['Work/Docs', 'Home/Docs'],
      ['Work / Docs', 'Home / Docs'],
    ],
    [
      ['Work/docs', 'Home/DOCS', 'Docs'],
      ['Work / docs', 'Home / DOCS', 'Docs'],
    ],
    [
      ['a/x/Docs', 'b/x/Docs'],
      ['a / x / Docs', 'b / x / Docs'],
    ],
    [
      ['', 'Bar/'],
      ['Unnamed folder', 'Bar / Unnamed folder'],
    ],
    [
      ['A', 'a'],
      ['A', 'a (2)'],
    ],
  ])('names %j as %j', (paths, names) => expect(plan(paths)).toEqual(names));

  it('treats an invisible name as empty', () => {
    expect(plan(['\u200b', 'Work/\u2060 \u00ad', ' \u200dDocs'])).toEqual([
      'Unnamed folder',
      'Work / Unnamed folder',
      '\u200dDocs',
    ]);
    expect(plan(['\u200b'], [{ id: 'x', name: 'Unnamed folder', sourcePath: ['\u200b'] }])).toEqual(['= x']);
  });

  it('reuses a manually created collection with the same name, ignoring case', () => {
    expect(plan(['Bar/recipes'], [byHand('Recipes')])).toEqual(['= recipes']);
  });

  it('does not guess which of two folders a name refers to', () => {
    expect(plan(['Work/Docs', 'Home/Docs'], [byHand('Docs')])).toEqual(['Work / Docs', 'Home / Docs']);
  });

  it('reuses a collection that an earlier import created from the same path, but not from another', () => {
    const earlier = { id: 'earlier', name: 'Docs', sourcePath: ['Work', 'Docs'] };
    expect(plan(['Work/Docs', 'Home/Docs'], [earlier])).toEqual(['= earlier', 'Home / Docs']);
    expect(plan(['Home/Docs', 'Docs'], [earlier])).toEqual(['Home / Docs', 'Docs (2)']);
  });

  it('keeps names within their limit', () => {
    const [first, second] = plan(['x'.repeat(500), `${'x'.repeat(500)}y`]);
    expect(first).toBe(`${'x'.repeat(199)}…`);
    expect(second).toBe(`${'x'.repeat(195)}… (2)`);
  });

  it('keeps the exact names of an export of this service, unless an existing collection has them', () => {
    const named = (path: string, exactName: string) => ({ path: path.split('/'), exactName });
    const folders = [
      ...[named('Read', 'Read'), named('Read (2)', 'Read'), named('Work/Docs', 'Work / Docs')],
      ...[
        named('Uncategorized', 'Uncategorized'),
        named('Work/Plans', ' \u200b'),
        named('x', 'x'.repeat(201)),
      ],
    ].map((folder, id) => ({ ...folder, id }));
    const byDefault = { ...byHand('Uncategorized'), isDefault: true };
    const names = ({ created, existing }: ReturnType<typeof planCollections>) =>
      folders.map(({ id }) => created.get(id) ?? `= ${existing.get(id) ?? ''}`);
    expect(names(planCollections(folders, [byDefault], 'Unnamed'))).toEqual([
      ...['Read', 'Read', 'Work / Docs', 'Uncategorized', 'Plans', 'x'],
    ]);
    const library = [byDefault, byHand('Docs'), byHand('Read')];
    expect(names(planCollections(folders, library, 'Unnamed'))).toEqual([
      ...['= read', 'Read (2)', 'Work / Docs', 'Uncategorized', 'Plans', 'x'],
    ]);
  });

  it('maps every folder, and gives new collections different names', () => {
    const name = fc.constantFrom('a', 'A', 'b', '', ' ', 'a / b', 'x'.repeat(300), 'a (2)');
    const paths = fc.uniqueArray(fc.array(name, { minLength: 1, maxLength: 4 }), {
      selector: (path) => path.join('\n'),
    });
    const library = fc.array(
      fc.record({
        id: fc.uuid(),
        name,
        sourcePath: fc.option(fc.array(name, { minLength: 1 }), { nil: null }),
      }),
    );
    fc.assert(
      fc.property(paths, library, (all, known) => {
        const folders = all.map((path, index) => ({ id: index, path }));
        const { created, existing } = planCollections(folders, known, 'Unnamed');
        expect(created.size + existing.size).toBe(folders.length);
        const keys = [...created.values(), ...known.map((one) => one.name)].map((one) =>
          one.trim().toLowerCase(),
        );
        expect(new Set([...created.values()].map((one) => one.toLowerCase())).size).toBe(created.size);
        for (const one of created.values()) {
          expect(keys.filter((other) => other === one.toLowerCase())).toHaveLength(1);
          expect(Array.from(one).length).toBeLessThanOrEqual(200);
        }
      }),
    );
  });

  it('names 20,000 folders with the same name quickly', () => {
    const folders = Array.from({ length: 20_000 }, (_, id) => ({ id, path: [`Parent ${id}`, 'Docs'] }));
    const before = process.threadCpuUsage();
    expect(planCollections(folders, [], 'Unnamed').created.size).toBe(20_000);
    expect(process.threadCpuUsage(before).user).toBeLessThan(5_000_000);
  });
});
