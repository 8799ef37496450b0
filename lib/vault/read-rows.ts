import type { Input, Output } from '@/lib/contract';
import type { Bookmark } from '@/lib/contract/schemas/bookmark';
import type { Transport } from '@/lib/queries/transport';

export type RowsQuery = Omit<NonNullable<Input<'bookmarks.encrypted'>['query']>, 'cursor' | 'size'>;

/** The encrypted bookmarks that a query names, a page at a time; the next one is on its way while one is worked on. */
export async function* readRows(call: Transport, query: RowsQuery): AsyncGenerator<readonly Bookmark[]> {
  const read = (cursor?: string): Promise<Output<'bookmarks.encrypted'>> => {
    const page = call('bookmarks.encrypted', {
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    });
    // Whoever stops in between waits for it no more.
    page.catch(() => undefined);
    return page;
  };
  let coming: ReturnType<typeof read> | null = read();
  while (coming !== null) {
    const { content, next }: Output<'bookmarks.encrypted'> = await coming;
    coming = next === null ? null : read(next);
    yield content;
  }
}
