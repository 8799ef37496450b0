import { z } from 'zod';
import { CollectionCover } from '@/lib/contract/collections';
import { Cover } from '@/lib/contract/covers';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Color, paged, Pagination, text, Timestamp, Uuid, WholeNumber } from '@/lib/contract/primitives';
import { ListLayout, ListPart } from '@/lib/contract/views';

/** A public collection as shown to anyone. */
export const PublicCollection = z
  .object({
    uuid: Uuid,
    name: z.string(),
    description: z.string(),
    color: Color,
    icon: z.string().nullable().meta({ description: 'An emoji, or the name of an icon.' }),
    cover: CollectionCover.nullable(),
    isDefault: z.boolean().meta({
      description: 'Whether this is the default collection. Clients show its name in the user’s language.',
    }),
    slug: z.string(),
    shareUrl: z.string(),
    listed: z.boolean().meta({ description: 'Whether search engines may index the collection.' }),
    count: z.int().meta({ description: 'Number of bookmarks, excluding encrypted ones.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp.meta({ description: 'Last change to the collection or its visible bookmarks.' }),
    layout: ListLayout.meta({ description: 'How the owner shows the collection.' }),
    parts: z.array(ListPart).meta({ description: 'What the owner shows of each bookmark.' }),
  })
  .meta({ id: 'PublicCollection' });
export type PublicCollection = z.infer<typeof PublicCollection>;

/** A bookmark as shown to anyone: without description, tags, visits or other collections. */
export const PublicBookmark = z
  .object({
    uuid: Uuid,
    title: z.string(),
    url: z.string().meta({
      description:
        'Link only if it starts with `http` or `https`. Empty if a browser would run it as a script.',
    }),
    domain: z.string(),
    path: z.string(),
    createdAt: Timestamp,
    cover: Cover.nullable(),
  })
  .meta({ id: 'PublicBookmark' });
export type PublicBookmark = z.infer<typeof PublicBookmark>;

export const PublicCollectionQuery = paged({
  q: text(serviceLimits.publicQueryLength)
    .optional()
    .meta({ description: 'Words that must all appear in the title or address. Operators aren’t supported.' }),
});

export const PublicCollectionPage = z
  .object({
    collection: PublicCollection,
    owner: z.object({ name: z.string() }),
    bookmarks: z.array(PublicBookmark),
    pagination: Pagination,
  })
  .meta({ id: 'PublicCollectionPage' });
export type PublicCollectionPage = z.infer<typeof PublicCollectionPage>;

export const ListedQuery = z.object({ page: WholeNumber(1, 1_000_000).default(1) });

/** The collections that search engines may list, for the sitemap. */
export const ListedCollections = z.object({
  content: z.array(z.object({ uuid: Uuid, slug: z.string(), updatedAt: Timestamp })),
  pages: z
    .int()
    .meta({ description: `Number of pages of ${serviceLimits.listedPageSize} collections each.` }),
});
export type ListedCollections = z.infer<typeof ListedCollections>;

export const PublicFaviconQuery = z.object({ collection: Uuid, host: text(255, 1) });

export const PublicCoverQuery = z.object({
  collection: Uuid,
  bookmark: Uuid.optional().meta({ description: 'Omit for the uploaded picture of the collection itself.' }),
  size: z.enum(['320', '640']).default('640').meta({ description: 'Width in pixels.' }),
  version: text(64)
    .optional()
    .meta({ description: '`version` of the cover, so that a new one has another URL.' }),
});
