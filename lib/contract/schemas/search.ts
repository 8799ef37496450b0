import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { paged, Pagination, text, Uuid } from '@/lib/contract/primitives';
import { Bookmark } from '@/lib/contract/schemas/bookmark';
import { CollectionSummary } from '@/lib/contract/schemas/collection';
import { TagCount } from '@/lib/contract/schemas/tag';

export const SearchQuery = paged({
  q: text(limits.queryLength).default(''),
  mode: z.enum(['keyword', 'ask']).default('keyword'),
  space: z.enum(['current', 'all']).default('current'),
  collection: Uuid.optional(),
});

export const SearchResult = z
  .object({
    bookmarks: z.array(Bookmark),
    collections: z.array(CollectionSummary),
    tags: z.array(TagCount),
    pagination: Pagination,
    query: z.object({
      text: z.string(),
      chips: z.array(z.object({ field: z.string(), op: z.string(), value: z.string(), label: z.string() })),
    }),
    took: z.number().meta({ description: 'Milliseconds inside the service.' }),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof SearchResult>;
