import { z } from 'zod';
import { text } from '@/lib/contract/primitives';
import type { ProviderDeps } from '@/provider/deps';
import { decodeCursor, encodeCursor } from '@/provider/pagination';

export const batchMax = 100;
const sizeMax = 100;
const sizeDefault = 20;

/** Arguments of a tool that returns a list in pages. */
export const pagingArguments = {
  size: z.int().min(1).max(sizeMax).default(sizeDefault).describe('Maximum number of results.'),
  cursor: text(4_000, 1).optional().describe('The `cursor` of the previous page, with the same arguments.'),
};

/** Fields of a result that is a page of a list. */
export const pageFields = {
  total: z.int().describe('Number of results in all pages; an estimate if there are many.'),
  hasMore: z.boolean(),
  cursor: z.string().nullable().describe('Argument for the next page; null on the last page.'),
};

export const pageOf = (total: number, next: string | null) => ({
  total,
  hasMore: next !== null,
  cursor: next,
});

interface Slice {
  list: readonly unknown[];
  size: number;
  cursor: string | undefined;
}

/** Returns a page of a list that is in memory. Throws VALIDATION_FAILED for a cursor of another list. */
export function sliceOf<T>(
  { config }: Pick<ProviderDeps, 'config'>,
  items: readonly T[],
  { list, size, cursor }: Slice,
): { items: T[]; next: string | null } {
  const scope = { secret: config.secret, list: ['mcp', ...list] };
  const start = cursor === undefined ? 0 : Number(decodeCursor(scope, cursor)[0]);
  const end = start + size;
  return { items: items.slice(start, end), next: end < items.length ? encodeCursor(scope, [end]) : null };
}
