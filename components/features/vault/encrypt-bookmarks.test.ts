import { expect, test } from 'vitest';
import { laterCopies } from '@/components/features/vault/encrypt-bookmarks';
import { sampleBookmark } from '@/lib/api/testing/samples';

test('only bookmarks in the trash of the same pages are later copies', () => {
  const deletedAt = '2026-01-02T00:00:00.000Z';
  const encrypted = [sampleBookmark('first', { url: 'https://a.example/' })];
  const later = [
    sampleBookmark('copy', { url: 'http://www.a.example/?utm_source=x', deletedAt }),
    sampleBookmark('live', { url: 'https://a.example/' }),
    sampleBookmark('another', { url: 'https://b.example/', deletedAt }),
  ];
  expect(laterCopies(encrypted, later)).toEqual(['copy']);
});
