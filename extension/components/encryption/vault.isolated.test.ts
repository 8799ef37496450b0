import { fakeBrowser } from '@/extension/testing/fake-browser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unlockedOf } from '@/extension/components/encryption/vault';
import { sampleBookmark } from '@/lib/api/testing/samples';
import { showDecrypted, type DecryptedText } from '@/lib/vault/decrypted';
import type { Bookmark } from '@/lib/contract/bookmarks';

beforeEach(() => fakeBrowser.reset());
afterEach(() => showDecrypted());

const row = (uuid: string, changes: Partial<Bookmark> = {}): Bookmark => ({
  ...sampleBookmark(uuid),
  encrypted: true,
  cipher: `envelope of ${uuid}`,
  url: null,
  title: null,
  ...changes,
});

/** Unlocks bookmarks by their addresses. */
const unlock = (addresses: Record<string, string>): void => {
  const texts = Object.entries(addresses).map(([uuid, url]) => {
    const text = { cipher: `envelope of ${uuid}`, url, title: `Title of ${uuid}`, domain: '', path: '' };
    return [uuid, { ...text, description: '', notes: '', tags: '' } satisfies DecryptedText] as const;
  });
  showDecrypted(new Map(texts));
};

const found = (url: string, rows: readonly Bookmark[]) => unlockedOf(url, rows).map(({ uuid }) => uuid);

test('a page is recognized by what identifies it, decrypted, and only while it is unlocked', () => {
  const rows = [row('a'), row('b')];
  const url = 'https://www.example.com/page/?utm_source=mail';
  expect(unlockedOf(url, rows)).toEqual([]);
  unlock({ a: 'http://example.com/page', b: 'https://example.com/other' });
  expect(unlockedOf(url, rows)).toMatchObject([{ uuid: 'a', title: 'Title of a', encrypted: true }]);
  showDecrypted();
  expect(unlockedOf(url, rows)).toEqual([]);
});

test('the newest bookmark of a page comes first; those in the trash and with another envelope are not found', () => {
  const url = 'https://example.com/';
  unlock({ old: url, new: url, trashed: url, changed: url });
  const rows = [
    row('old', { createdAt: '2026-01-01T00:00:00.000Z' }),
    row('new', { createdAt: '2026-02-01T00:00:00.000Z' }),
    row('trashed', { deletedAt: '2026-02-01T00:00:00.000Z' }),
    row('changed', { cipher: 'a later envelope' }),
  ];
  expect(found(url, rows)).toEqual(['new', 'old']);
});
