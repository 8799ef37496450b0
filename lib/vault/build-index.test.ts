import { expect, test, vi } from 'vitest';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { decryptedText } from '@/lib/vault/decrypt-text';
import type { DecryptedText } from '@/lib/vault/decrypted';
import { buildIndex } from '@/lib/vault/build-index';
import { findLocal } from '@/lib/vault/find-local';

const hidden = { title: null, url: null, domain: null, path: null, description: null };
const pause = () => Promise.resolve();

function decrypted(count: number) {
  const rows = Array.from({ length: count }, (_, index) =>
    sampleBookmark(`b${index}`, { ...hidden, encrypted: true, cipher: `mw1.${index}`, age: index }),
  );
  const texts = new Map<string, DecryptedText>();
  for (const [index, { uuid }] of rows.entries()) {
    const secret = {
      title: `Number ${index}`,
      url: `https://n.example/${index}`,
      description: '',
      tags: 'odd, Even',
    };
    texts.set(uuid, decryptedText(`mw1.${index}`, secret));
  }
  return { rows, texts };
}

test('contains the current decrypted bookmarks, without the trash', async () => {
  const { rows, texts } = decrypted(4);
  const [kept, edited, trashed, locked] = rows;
  if (!kept || !edited || !trashed || !locked) throw new Error('four rows were made');
  texts.delete(locked.uuid);
  const changed = { ...edited, cipher: 'mw1.newer' };
  const gone = { ...trashed, deletedAt: '2026-01-02T00:00:00.000Z' };
  const index = await buildIndex([kept, changed, gone, locked], texts, { pause });
  expect(index?.bookmarks.map(({ row }) => row)).toEqual([kept]);
  expect(index?.bookmarks[0]?.text.tags).toEqual(['odd', 'Even']);
  expect(index?.lexicon).toEqual(['number', '0', 'odd', 'even', 'n', 'example']);
});

test('detects what the service cannot: untagged, uncollected and duplicate bookmarks', async () => {
  const { rows, texts } = decrypted(3);
  const url = 'https://twice.example/?utm_source=mail';
  const [one, two] = rows;
  if (!one || !two) throw new Error('three rows were made');
  texts.set(one.uuid, decryptedText('mw1.0', { title: 'One', url, description: '', tags: '' }));
  texts.set(
    two.uuid,
    decryptedText('mw1.1', { title: 'Two', url: 'http://twice.example', description: '', tags: '' }),
  );
  const index = await buildIndex(rows, texts, { pause, defaultCollection: 'default' });
  expect(index?.bookmarks.map(({ states }) => [...states].sort().join(' '))).toEqual([
    'duplicate encrypted uncollected untagged',
    'duplicate encrypted uncollected untagged',
    'encrypted uncollected',
  ]);
});

test('is built in chunks, can be aborted, and reuses the words of texts when it is rebuilt', async () => {
  const { rows, texts } = decrypted(300);
  // Every check of the clock ends a chunk.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  let pauses = 0;
  const counted = () => {
    pauses += 1;
    return Promise.resolve();
  };
  const first = await buildIndex(rows, texts, { pause: counted });
  expect(pauses).toBeGreaterThan(10);
  vi.restoreAllMocks();
  const second = await buildIndex(rows, texts, { pause });
  expect(second?.bookmarks).toHaveLength(300);
  for (const [place, { text }] of (second?.bookmarks ?? []).entries())
    expect(text).toBe(first?.bookmarks[place]?.text);

  const ending = new AbortController();
  const ended = await buildIndex(rows, new Map(texts), {
    pause: () => {
      ending.abort();
      return Promise.resolve();
    },
    signal: ending.signal,
  });
  expect(ended).toBeNull();
});

test('a smart collection in a search, or as its restriction, matches by its query', async () => {
  const { rows, texts } = decrypted(30);
  const index = await buildIndex(rows, texts, { pause });
  if (index === null) throw new Error('nothing ended it');
  const find = (text: string, collection?: string) =>
    findLocal(index, {
      query: { text, words: [] },
      collection,
      collections: [
        { uuid: 'own', name: 'Twenties', smart: { query: 'title:2 OR title:20 OR title:21 OR @twenties' } },
        { uuid: 'default', name: 'Uncategorized', smart: null },
      ],
      isKnown: false,
      now: new Date('2026-02-01'),
      timeZone: 'UTC',
    }).hits.map(({ bookmark }) => bookmark.text.title);
  const twenties = ['Number 2', 'Number 20', 'Number 21'];
  expect(find('@twenties')).toEqual(twenties);
  expect(find('number', 'own')).toEqual(twenties);
  expect(find('@twenties "21"')).toEqual(['Number 21']);
  expect(find('number', 'default')).toHaveLength(30);
  expect(find('number', 'elsewhere')).toEqual([]);
});
