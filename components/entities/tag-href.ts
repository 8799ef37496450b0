import type { Route } from 'next';
import { printQuery } from '@/lib/domain/query/print';

/** Returns the URL of a tag's bookmarks. The name is in the query: in a path, `.` and `/` would get lost. */
export const tagHref = (name: string): Route => `/tags?name=${encodeURIComponent(name)}`;

/** Returns the URL of a search for a tag, which finds its bookmarks in every space. */
export const tagSearchHref = (name: string): Route => {
  const q = printQuery({ where: { kind: 'tag', name }, sort: null, limit: null });
  return `/search?${new URLSearchParams({ q })}` as Route;
};
