import { emptyFields } from '@/lib/bookmark/fields';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Collection } from '@/lib/contract/collections';
import type { Pagination } from '@/lib/contract/primitives';

/** Returns a bookmark for tests; `age` is in seconds since it was saved, so that 0 is the newest. */
export function sampleBookmark(name: string, changes: Partial<Bookmark> & { age?: number } = {}): Bookmark {
  const { age = 0, ...fields } = changes;
  return {
    ...emptyFields,
    uuid: name,
    title: name,
    url: `https://example.com/${name}`,
    domain: 'example.com',
    path: `/${name}`,
    description: '',
    encrypted: false,
    cipher: null,
    hint: null,
    broken: false,
    cover: null,
    collections: [{ uuid: 'default', name: 'Uncategorized', color: 'd6d0c6', icon: null, security: 0 }],
    order: 'a0',
    createdAt: new Date(Date.UTC(2026, 0, 1) - age * 1000).toISOString(),
    updatedAt: '2026-01-01T00:00:00.000Z',
    deletedAt: null,
    ...fields,
  };
}

export const sampleCollection = (name: string, changes: Partial<Collection> = {}): Collection => ({
  uuid: name,
  name,
  description: '',
  color: 'b9411a',
  security: 0,
  isDefault: false,
  shareUrl: null,
  listed: false,
  icon: null,
  cover: null,
  pinned: false,
  keepsCopies: null,
  slug: name,
  smart: null,
  count: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});

export const samplePagination = (total: number, changes: Partial<Pagination> = {}): Pagination => ({
  page: 1,
  size: 50,
  total,
  pages: Math.ceil(total / 50),
  next: null,
  ...changes,
});
