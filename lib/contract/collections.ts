import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import { Color, paged, Pagination, SortOrder, text, Timestamp, Uuid } from '@/lib/contract/primitives';

/** Visibility: 0 is private, 1 is public. */
export const Security = z.union([z.literal(0), z.literal(1)]);

export const CollectionRef = z
  .object({ uuid: Uuid, name: z.string(), color: Color, security: Security })
  .meta({ id: 'CollectionRef', description: 'A collection as a bookmark names it.' });
export type CollectionRef = z.infer<typeof CollectionRef>;

export const Collection = z
  .object({
    uuid: Uuid,
    name: z.string(),
    description: z.string(),
    color: Color,
    security: Security,
    isDefault: z.boolean(),
    shareUrl: z.string().nullable(),
    listed: z.boolean().meta({ description: 'While it is public, search engines may list it.' }),
    slug: z.string(),
    smart: z.object({ query: z.string() }).nullable(),
    count: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof Collection>;

export const CollectionSummary = z
  .object({
    uuid: Uuid,
    name: z.string(),
    color: Color,
    security: Security,
    count: z.int(),
    isDefault: z.boolean(),
    smart: z.boolean().meta({ description: 'It matches bookmarks by a query; none can be put into it.' }),
    position: z.int().optional().meta({
      description:
        'In the list of all collections of a space: the place, from 0, in the order that the account has chosen (`collectionSort`).',
    }),
  })
  .meta({ id: 'CollectionSummary' });
export type CollectionSummary = z.infer<typeof CollectionSummary>;

const name = text(limits.collectionNameLength, 1);
const description = text(limits.collectionDescriptionLength);
const smart = z
  .strictObject({ query: text(limits.smartQueryLength, 1) })
  .meta({ description: 'A query in the grammar of docs/search.md. Part of the Pro plan.' });

export const CreateCollectionInput = z.strictObject({
  uuid: Uuid.optional(),
  name,
  description: description.optional(),
  color: Color.optional(),
  security: Security.optional(),
  listed: z.boolean().optional(),
  smart: smart.optional(),
});

export const UpdateCollectionInput = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  color: Color.optional(),
  security: Security.optional(),
  listed: z.boolean().optional(),
  smart: smart.optional().meta({ description: 'Only of a smart collection.' }),
});

const undo = Uuid.optional().meta({
  description: `A new uuid, chosen by the client: POST /v1/bookmarks/undo/{uuid} undoes this for ${serviceLimits.undoHours} hours, while it is one of the last ${serviceLimits.undoChanges} changes of its space.`,
});

export const DeleteCollectionQuery = z.object({ bookmarks: z.enum(['keep', 'trash']).default('keep'), undo });

export const MergeCollectionInput = z.strictObject({ into: Uuid, undo });

export const MoveCollectionInput = z.strictObject({ space: Uuid, undo });

export const CollectionSortField = z.enum(['created_at', 'name', 'last_accessed', 'order']);

export const ListCollectionsQuery = paged({
  sortField: CollectionSortField.default('created_at'),
  sortOrder: SortOrder.default('DESC'),
});

export const CollectionPage = z.object({ content: z.array(Collection), pagination: Pagination });
