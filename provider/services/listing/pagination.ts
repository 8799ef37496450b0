import type { Pagination } from '@/lib/contract/primitives';

/** Which page a caller asks for: by number, or on from a cursor. */
export interface PageRequest {
  page?: number | undefined;
  cursor?: string | undefined;
  size: number;
}

/** What is said about a page beside its rows; without page and cursor it is the first one. */
export const describePage = (
  { page = 1, cursor, size }: PageRequest,
  total: number,
  next: string | null,
): Pagination => ({
  page: cursor === undefined ? page : null,
  size,
  total,
  pages: Math.ceil(total / size),
  next,
});
