import type { Pagination } from '@/lib/contract/primitives';

/** Fields of a page that hold one element for each row, or for some rows. */
const rowFields = ['content', 'bookmarks', 'scores', 'matches', 'spaces'] as const;

export type Page = { pagination: Pagination } & Partial<Record<(typeof rowFields)[number], unknown[]>>;

/** Reads `size` rows after a cursor. */
export type ReadOn = (cursor: string, size: number) => Promise<Page>;

/** Completes a page to `size` rows when the service truncated it because its rows are long. */
export async function completePage(first: Page, size: number, readOn: ReadOn): Promise<Page> {
  let page = first;
  for (;;) {
    const missing = size - rowsOf(page).length;
    const { next } = page.pagination;
    if (next === null || missing <= 0) return page;
    const rest = await readOn(next, missing);
    // The remaining rows were deleted in the meantime.
    if (rowsOf(rest).length === 0) return { ...page, pagination: { ...page.pagination, next: null } };
    page = joinPages(page, rest);
  }
}

const rowsOf = ({ content, bookmarks = [] }: Page): unknown[] => content ?? bookmarks;

function joinPages(page: Page, rest: Page): Page {
  const joined: Page = { ...page, pagination: { ...page.pagination, next: rest.pagination.next } };
  for (const name of rowFields) {
    const [current, more] = [page[name], rest[name]];
    if (current && more) joined[name] = [...current, ...more];
  }
  return joined;
}
