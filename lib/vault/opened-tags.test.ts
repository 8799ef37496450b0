import { expect, test } from 'vitest';
import { sampleBookmark } from '@/lib/queries/testing/samples';
import { joinTags, isSealedTag } from '@/lib/vault/join-tags';
import { openedText } from '@/lib/vault/open-text';
import { countTags } from '@/lib/vault/opened-tags';

const sealed = (name: string, changes = {}) =>
  sampleBookmark(name, { encrypted: true, cipher: `mw1.${name}`, ...changes });
const text = (name: string, tags: string) =>
  [
    name,
    openedText(`mw1.${name}`, { title: name, url: 'https://a.example', description: '', tags }),
  ] as const;

test('tags of what is open are counted by what they mean, without the trash and without older envelopes', () => {
  const rows = [
    sealed('one'),
    sealed('two'),
    sealed('gone', { deletedAt: '2026-01-02T00:00:00.000Z' }),
    sealed('edited', { cipher: 'mw1.newer' }),
    sealed('locked'),
  ];
  const texts = new Map([
    text('one', 'Trains, night'),
    text('two', 'trains,TRAINS'),
    text('gone', 'trains'),
    text('edited', 'trains'),
  ]);
  expect(countTags(rows, texts)).toEqual([
    { name: 'Trains', count: 2 },
    { name: 'night', count: 1 },
  ]);
});

test('tags of the service keep their spelling and count both sides; those of envelopes alone stand among them', () => {
  const service = [
    { name: 'trains', count: 3 },
    { name: 'rust', count: 1 },
  ];
  const joined = joinTags(service, [
    { name: 'Trains', count: 2 },
    { name: 'night', count: 4 },
  ]);
  expect(joined).toEqual([
    { name: 'trains', count: 5, opened: 2 },
    { name: 'night', count: 4, opened: 4 },
    { name: 'rust', count: 1, opened: 0 },
  ]);
  expect(joined.filter(isSealedTag).map(({ name }) => name)).toEqual(['night']);
  expect(joinTags(service, [])).toEqual(service.map((tag) => ({ ...tag, opened: 0 })));
});
