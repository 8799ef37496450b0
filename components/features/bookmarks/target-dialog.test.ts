import { expect, test } from 'vitest';
import { findTargets } from '@/components/features/bookmarks/target-dialog';
import type { CollectionSummary } from '@/lib/contract/collections';
import type { Space } from '@/lib/contract/spaces';

const collection = (name: string): CollectionSummary => ({
  uuid: name,
  name,
  color: 'b9411a',
  icon: null,
  pinned: false,
  security: 0,
  smart: false,
  count: 0,
  isDefault: false,
});
const space = { uuid: 'work', name: 'Work' } as Space;
const places = {
  collections: ['Arte', 'Ações', 'Rust', 'Trains and rust'].map(collection),
  spaces: [space],
  taken: ['Arte', 'Ações', 'Rust', 'Trains and rust', 'Unread'],
  recent: [] as string[],
  nameOf: ({ name }: CollectionSummary) => name,
};
const names = (typed: string, recent: string[] = []) =>
  findTargets(typed, { ...places, recent }).map(({ kind, name }) => (kind === 'new' ? `+${name}` : name));

test('everything is offered before anything is typed, recent targets first', () => {
  expect(names('')).toEqual(['Arte', 'Ações', 'Rust', 'Trains and rust', 'Work']);
  expect(names('', ['Trains and rust', 'Rust', 'gone'])).toEqual([
    'Trains and rust',
    'Rust',
    'Arte',
    'Ações',
    'Work',
  ]);
});

test('names are found regardless of case and accents, those that start with the text first', () => {
  expect(names('acoes')).toEqual(['Ações']);
  expect(names('RUST')).toEqual(['Rust', 'Trains and rust']);
  expect(names('wor')).toEqual(['Work', '+wor']);
});

test('a collection can be created with an unused name, even that of a space', () => {
  expect(names(' Maps ')).toEqual(['+Maps']);
  expect(names('work')).toEqual(['Work', '+work']);
  expect(names('rust')).not.toContain('+rust');
  // The collection on the screen, or a smart one.
  expect(names('unread')).toEqual([]);
});
