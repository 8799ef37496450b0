import { expect, test } from 'vitest';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { joinTags, isEncryptedTag } from '@/lib/vault/join-tags';
import { decryptedText } from '@/lib/vault/decrypt-text';
import { countTags } from '@/lib/vault/vault';

const encrypted = (name: string, changes = {}) =>
  sampleBookmark(name, { encrypted: true, cipher: `mw1.${name}`, ...changes });
const text = (name: string, tags: string) =>
  [
    name,
    decryptedText(`mw1.${name}`, { title: name, url: 'https://a.example', description: '', tags }),
  ] as const;

test('tags of decrypted bookmarks are counted by key, without the trash and outdated envelopes', () => {
  const rows = [
    encrypted('one'),
    encrypted('two'),
    encrypted('gone', { deletedAt: '2026-01-02T00:00:00.000Z' }),
    encrypted('edited', { cipher: 'mw1.newer' }),
    encrypted('locked'),
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

test('tags of the service keep their spelling and count both sides; those of envelopes only are merged in', () => {
  const service = [
    { name: 'trains', count: 3 },
    { name: 'rust', count: 1 },
  ];
  const joined = joinTags(service, [
    { name: 'Trains', count: 2 },
    { name: 'night', count: 4 },
  ]);
  expect(joined).toEqual([
    { name: 'trains', count: 5, decrypted: 2 },
    { name: 'night', count: 4, decrypted: 4 },
    { name: 'rust', count: 1, decrypted: 0 },
  ]);
  expect(joined.filter(isEncryptedTag).map(({ name }) => name)).toEqual(['night']);
  expect(joinTags(service, [])).toEqual(service.map((tag) => ({ ...tag, decrypted: 0 })));
});
