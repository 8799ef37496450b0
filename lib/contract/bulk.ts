import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import {
  longList,
  Pagination,
  paged,
  Tags,
  text,
  Timestamp,
  Uuid,
  WholeNumber,
} from '@/lib/contract/primitives';
import { Bookmark, eachFlag } from '@/lib/contract/bookmarks';
import { ExportFormat } from '@/lib/contract/imports';

const uuids = longList(Uuid, limits.bulkUuids);

/** Selects all bookmarks of a list with the filters of `GET /v1/bookmarks/list`, whether they were loaded or not. */
export const BulkQuery = z
  .strictObject({
    collection: Uuid.optional(),
    uncollected: z.boolean().optional(),
    ...eachFlag(z.boolean().optional()),
    read: z.boolean().optional(),
    encrypted: z.boolean().optional(),
    tag: text(limits.tagLength).optional(),
    domain: text(255).optional(),
    broken: z.boolean().optional(),
    trash: z.boolean().optional(),
    except: longList(Uuid, limits.bulkUuids, { min: 0 }).optional().meta({
      description: 'UUIDs of bookmarks to exclude.',
    }),
  })
  .meta({ id: 'BulkQuery' });
export type BulkQuery = z.infer<typeof BulkQuery>;

const chosen = { uuids: uuids.optional(), query: BulkQuery.optional() };
const tags = Tags.refine((value) => value.replaceAll(',', '').trim() !== '', 'required');

const actions = z.discriminatedUnion('action', [
  z
    .strictObject({
      ...chosen,
      action: z.literal('move'),
      collection: Uuid.optional().meta({
        description: 'UUID of the target collection. Defaults to the default collection of `space`.',
      }),
      from: Uuid.optional().meta({
        description:
          'UUID of the collection to remove the bookmarks from. If omitted, they are removed from all.',
      }),
      space: Uuid.optional().meta({
        description: 'UUID of the target space. Defaults to the current space.',
      }),
    })
    .refine((input) => input.collection !== undefined || input.space !== undefined, {
      message: 'required',
      path: ['collection'],
    }),
  z.strictObject({ ...chosen, action: z.literal('copy'), collection: Uuid }),
  z.strictObject({ ...chosen, action: z.literal('removeFrom'), collection: Uuid }),
  z.strictObject({ ...chosen, action: z.literal('tag'), tags }),
  z.strictObject({ ...chosen, action: z.literal('untag'), tags }),
  z.strictObject({ ...chosen, action: z.literal('favorite'), favorite: z.boolean() }),
  z.strictObject({ ...chosen, action: z.literal('highlight'), highlighted: z.boolean() }),
  z.strictObject({ ...chosen, action: z.literal('later'), later: z.boolean() }),
  z.strictObject({
    ...chosen,
    action: z.literal('read'),
    read: z.boolean().meta({
      description: 'True marks the bookmarks as read now and removes them from the list “Read later”.',
    }),
  }),
  z.strictObject({ ...chosen, action: z.literal('delete') }),
  z.strictObject({ ...chosen, action: z.literal('restore') }),
  z.strictObject({ ...chosen, action: z.literal('erase') }),
]);

/** One change to many bookmarks: to the given ones, or to all that a query matches. */
export const BulkInput = actions.refine(
  (input) => (input.uuids === undefined) !== (input.query === undefined),
  { message: 'uuids_or_query', path: ['uuids'] },
);
export type BulkInput = z.infer<typeof BulkInput>;

const part = z.boolean().default(true);

/** Export of a selection, with the options of `GET /v1/bookmarks/export`. */
export const ExportChosenInput = z
  .strictObject({
    ...chosen,
    format: ExportFormat.default('html'),
    encrypted: z.boolean().default(false),
    metadata: part,
    tags: part,
    collections: part,
  })
  .refine((input) => (input.uuids === undefined) !== (input.query === undefined), {
    message: 'uuids_or_query',
    path: ['uuids'],
  });

const undo = Uuid.nullable().meta({
  description: `UUID for \`POST /v1/bookmarks/undo/{uuid}\`. Available for ${serviceLimits.undoHours} hours and for the last ${serviceLimits.undoChanges} changes of the space. Null if nothing can be undone.`,
});

export const BulkResult = z
  .object({ affected: z.int().meta({ description: 'Number of changed bookmarks.' }), undo })
  .meta({ id: 'BulkResult' });
export type BulkResult = z.infer<typeof BulkResult>;

export const UndoQuery = z.object({
  limit: WholeNumber(1, limits.bulkUuids).optional().meta({
    description: 'Maximum number of bookmarks to restore. Repeat the request until `remaining` is 0.',
  }),
});

export const UndoResult = z
  .object({
    affected: z.int().meta({ description: 'Number of bookmarks restored by this request.' }),
    remaining: z
      .int()
      .optional()
      .meta({ description: 'Number of bookmarks left to restore. Only returned with `limit`.' }),
  })
  .meta({ id: 'UndoResult' });

export const DuplicatesQuery = paged({});

export const DuplicateGroup = z
  .object({ bookmarks: z.array(Bookmark) })
  .meta({ id: 'DuplicateGroup', description: 'Bookmarks of the same page, oldest first.' });
export type DuplicateGroup = z.infer<typeof DuplicateGroup>;

export const DuplicatePage = z.object({ content: z.array(DuplicateGroup), pagination: Pagination });

/**
 * The remaining bookmark, and those that are merged into it and moved to the trash. Fields that are not given are
 * combined: tags, collections and the sum of the visits up to their limits, the earliest date, a favorite if any was
 * one.
 */
export const MergeInput = z.strictObject({
  keep: Uuid,
  uuids: z.array(Uuid).min(1, 'required').max(limits.pageSizeMax, 'too_many_bookmarks'),
  title: text(limits.titleLength).optional(),
  description: text(limits.descriptionLength).optional(),
  notes: text(limits.notesLength).optional(),
  tags: Tags.optional(),
  // PostgreSQL has no year 0.
  createdAt: Timestamp.refine((time) => !time.startsWith('0000'), 'too_small').optional(),
  collections: z.array(Uuid).max(limits.collectionsPerBookmark).optional(),
});
export type MergeInput = z.infer<typeof MergeInput>;

export const MergeResult = z.object({ bookmark: Bookmark, undo }).meta({ id: 'MergeResult' });

export const MergeDuplicatesInput = z.strictObject({ keep: z.enum(['oldest', 'newest']) });
