import type { Route } from 'next';
import type { BulkQuery } from '@/lib/contract/bulk';

/** Parts of the library that a screen can show, selected by `?view=` in the URL. */
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

/** Returns the view in a URL; any unknown value is the whole library. */
export const parseView = (value: string | readonly string[] | undefined): LibraryView =>
  libraryViews.find((view) => view === value) ?? 'all';

export const viewHref = (view: LibraryView): Route => (view === 'all' ? '/' : `/?view=${view}`);
