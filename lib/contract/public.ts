import { z } from 'zod';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Color, paged, Pagination, text, Timestamp, Uuid, WholeNumber } from '@/lib/contract/primitives';

/** A public collection as shown to anyone. */
export const PublicCollection = z
  .object({
    uuid: Uuid,
    name: z.string(),
    description: z.string(),
    color: Color,
    isDefault: z.boolean().meta({
      description:
        'The one for bookmarks in no other collection; clients name it in the language of their users.',
    }),
    slug: z.string(),
    shareUrl: z.string(),
    listed: z.boolean().meta({ description: 'Its owner lets search engines list it.' }),
    count: z.int().meta({ description: 'Bookmarks that are shown; encrypted ones do not count.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp.meta({ description: 'When it or what it shows changed last.' }),
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
        'A link only where it begins with http or https; empty where a browser would run it as a script.',
    }),
    domain: z.string(),
    path: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'PublicBookmark' });
export type PublicBookmark = z.infer<typeof PublicBookmark>;

export const PublicCollectionQuery = paged({
  q: text(serviceLimits.publicQueryLength)
    .optional()
    .meta({ description: 'Words, all of them in title or address. No operators.' }),
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
  pages: z.int().meta({ description: `Of ${serviceLimits.listedPageSize} collections each.` }),
});
export type ListedCollections = z.infer<typeof ListedCollections>;

export const PublicFaviconQuery = z.object({ collection: Uuid, host: text(255, 1) });
