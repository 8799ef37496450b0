import type { Route } from 'next';
import type { BulkQuery } from '@/lib/contract/bulk';

/** What part of the library a screen shows; the address names it by `?view=`. */
export const libraryViews = [
  'all',
  'favorites',
  'highlighted',
  'uncollected',
  'encrypted',
  'broken',
  'trash',
] as const;
export type LibraryView = (typeof libraryViews)[number];

export const viewFilters: Readonly<Record<LibraryView, BulkQuery>> = {
  all: {},
  favorites: { favorite: true },
  highlighted: { highlighted: true },
  uncollected: { uncollected: true },
  encrypted: { encrypted: true },
  broken: { broken: true },
  trash: { trash: true },
};

/** The view that an address names; anything unknown is the whole library. */
export const parseView = (value: string | readonly string[] | undefined): LibraryView =>
  libraryViews.find((view) => view === value) ?? 'all';

export const viewHref = (view: LibraryView): Route => (view === 'all' ? '/' : `/?view=${view}`);
