import type { Pagination } from '@/lib/contract/primitives';

/** What a page holds for each row, or for some of them. */
const ofRows = ['content', 'bookmarks', 'tiers', 'matches', 'spaces'] as const;

export type Page = { pagination: Pagination } & Partial<Record<(typeof ofRows)[number], unknown[]>>;

/** Reads so many rows behind a cursor. */
export type ReadOn = (cursor: string, size: number) => Promise<Page>;

/** A page of `size` rows, of which the service has sent only the first ones because they are long. */
export async function completePage(first: Page, size: number, readOn: ReadOn): Promise<Page> {
  let page = first;
  for (;;) {
    const missing = size - rowsOf(page).length;
    const { next } = page.pagination;
    if (next === null || missing <= 0) return page;
    const rest = await readOn(next, missing);
    // The rows behind the cut went away meanwhile.
    if (rowsOf(rest).length === 0) return { ...page, pagination: { ...page.pagination, next: null } };
    page = joinPages(page, rest);
  }
}

const rowsOf = ({ content, bookmarks = [] }: Page): unknown[] => content ?? bookmarks;

function joinPages(page: Page, rest: Page): Page {
  const joined: Page = { ...page, pagination: { ...page.pagination, next: rest.pagination.next } };
  for (const name of ofRows) {
    const [some, more] = [page[name], rest[name]];
    if (some && more) joined[name] = [...some, ...more];
  }
  return joined;
}
