import type { Route } from 'next';

/** Returns the URL of a tag's bookmarks. The name is in the query: in a path, `.` and `/` would get lost. */
export const tagHref = (name: string): Route => `/tags?name=${encodeURIComponent(name)}`;
