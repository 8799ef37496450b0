import type { Route } from 'next';

/** Where the bookmarks of a tag are. The name stands in the query: in a path, `.` and `/` would not arrive. */
export const tagHref = (name: string): Route => `/tags?name=${encodeURIComponent(name)}`;
