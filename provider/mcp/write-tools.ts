import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { Tags, text, Uuid } from '@/lib/contract/primitives';
import type { ProblemCode } from '@/lib/contract/problem';
import { printTags } from '@/lib/domain/tags';
import type { Actor } from '@/provider/actor';
import { limitOperation } from '@/provider/middleware/limits';
import { createBookmark } from '@/provider/modules/bookmarks/create';
import { findReadable } from '@/provider/modules/bookmarks/queries';
import { changeMany } from '@/provider/modules/bulk/service';
import { undoChange } from '@/provider/modules/bulk/undo';
import { updateMany } from '@/provider/modules/bulk/update-many';
import { batchMax } from '@/provider/mcp/paging';
import { defineTool, inSpace, type ToolCall } from '@/provider/mcp/tool';
import { Problem } from '@/provider/problem';

const sampleUuid = '0198c2a4-7f10-7000-8000-3b5d2e9c1a44';

const TagList = z
  .array(text(limits.tagLength, 1))
  .max(limits.tagsPerBookmark)
  .refine((tags) => Tags.safeParse(printTags(tags)).success, 'too_many_tags');
const uuids = z.array(Uuid).min(1).max(batchMax);
const collectionUuids = z.array(Uuid).max(limits.collectionsPerBookmark);
const undo = Uuid.nullable().describe(
  'Argument of `restore_bookmarks` to undo this call; null if nothing changed.',
);

const NewBookmark = z.strictObject({
  url: text(limits.urlLength, 1),
  title: text(limits.titleLength).optional(),
  description: text(limits.descriptionLength).optional(),
  notes: text(limits.notesLength).optional().describe('Text of the user, in Markdown.'),
  tags: TagList.optional(),
  collections: collectionUuids.optional().describe('UUIDs of collections of the space.'),
  favorite: z.boolean().optional(),
  later: z.boolean().optional().describe('Add to the list “Read later”.'),
});

const createBookmarks = defineTool({
  name: 'create_bookmarks',
  title: 'Save bookmarks',
  description:
    'Save web addresses as bookmarks, each with a title. Their pages are not requested until the user visits them, unless the token allows it. An address that is already saved is not saved twice.',
  operation: 'bookmarks.create',
  writes: true,
  hints: { idempotent: true },
  input: z.strictObject({
    bookmarks: z.array(NewBookmark).min(1).max(batchMax),
    space: Uuid.optional().describe('UUID of a space; the current one if omitted.'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          url: z.string(),
          status: z.enum(['created', 'exists', 'failed']),
          uuid: Uuid.nullable(),
          problem: z.string().nullable().describe('Code of the error of a failed one.'),
        }),
      )
      .describe('One for each given bookmark, in their order.'),
    created: z.int(),
  }),
  example: { bookmarks: [{ url: 'https://example.com/guide', title: 'Guide', tags: ['docs'] }] },
  run: async (call, input) => {
    const actor = await inSpace(call, input.space);
    const results = [];
    for (const [index, given] of input.bookmarks.entries()) {
      // The call itself has counted the first one.
      if (index > 0) await limitOperation(call.deps, 'bookmarks.create', actor);
      results.push({ url: given.url, ...(await createOne(call, actor, given)) });
    }
    const created = results.filter(({ status }) => status === 'created').length;
    return {
      output: { results, created },
      summary: `${created} of ${results.length} bookmarks saved.`,
      rows: created,
    };
  },
});

interface CreateResult {
  status: 'created' | 'exists' | 'failed';
  uuid: string | null;
  problem: ProblemCode | null;
}

/** Errors that concern one bookmark of a batch. */
const ownProblems: readonly ProblemCode[] = [
  'VALIDATION_FAILED',
  'NOT_FOUND',
  'SMART_COLLECTION',
  'CONFLICT',
];

async function createOne(
  { deps, actor: { token } }: ToolCall,
  actor: Actor,
  { tags, ...given }: z.output<typeof NewBookmark>,
): Promise<CreateResult> {
  try {
    const body = { ...given, ...(tags && { tags: printTags(tags) }) };
    const { bookmark, isNew } = await createBookmark(deps, actor, body, { isFetched: token.fetchesPages });
    return { status: isNew ? 'created' : 'exists', uuid: bookmark.id, problem: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const existing = error.detail.data?.['bookmark'] as { uuid: string } | undefined;
    if (error.code === 'ALREADY_EXISTS' && existing) {
      return { status: 'exists', uuid: existing.uuid, problem: null };
    }
    if (!ownProblems.includes(error.code)) throw error;
    return { status: 'failed', uuid: null, problem: error.code };
  }
}

const updateBookmarks = defineTool({
  name: 'update_bookmarks',
  title: 'Change bookmarks',
  description:
    'Change texts, tags, marks or collections of bookmarks, each in its own way: all of them or, after an error, none. Addresses can’t be changed.',
  operation: 'bookmarks.bulk',
  writes: true,
  hints: { destructive: true, idempotent: true },
  input: z.strictObject({
    updates: z
      .array(
        z.strictObject({
          uuid: Uuid,
          title: text(limits.titleLength).optional(),
          description: text(limits.descriptionLength).optional(),
          notes: text(limits.notesLength).optional().describe('Replaces the notes of the user.'),
          addTags: TagList.optional(),
          removeTags: TagList.optional(),
          favorite: z.boolean().optional(),
          later: z.boolean().optional(),
          read: z
            .boolean()
            .optional()
            .describe('True marks it as read now and removes it from “Read later”.'),
          collections: collectionUuids
            .optional()
            .describe('Replaces its collections. Empty means the default collection. One space per call.'),
        }),
      )
      .min(1)
      .max(batchMax)
      .refine((items) => new Set(items.map(({ uuid }) => uuid)).size === items.length, 'repeated_uuid'),
  }),
  output: z.object({ affected: z.int(), undo }),
  example: { updates: [{ uuid: sampleUuid, addTags: ['rust'], later: true }] },
  run: async ({ deps, actor }, { updates }) => {
    await requireReadable(
      { deps, actor },
      updates.map(({ uuid }) => uuid),
      'updates',
    );
    const { affected, undo: undoId } = await updateMany(deps, actor, updates);
    return { output: { affected, undo: undoId }, summary: `${affected} bookmarks changed.`, rows: affected };
  },
});

/** Throws NOT_FOUND with the positions of ids that are not those of readable bookmarks of the account. */
async function requireReadable(
  { deps, actor }: Pick<ToolCall, 'deps' | 'actor'>,
  ids: readonly string[],
  argument: string,
): Promise<void> {
  const { records, omitted } = await findReadable(deps.db, actor.accountId, ids);
  const found = new Set([...records.map(({ id }) => id), ...omitted]);
  const issues = ids.flatMap((id, index) =>
    found.has(id) ? [] : [{ path: `${argument}.${index}`, code: 'invalid_value' as const }],
  );
  if (issues.length > 0) throw new Problem('NOT_FOUND', { issues });
}

const trashBookmarks = defineTool({
  name: 'trash_bookmarks',
  title: 'Move bookmarks to the trash',
  description: `Move bookmarks to the trash, from where they can be restored for ${limits.trashDays} days.`,
  operation: 'bookmarks.bulk',
  writes: true,
  hints: { destructive: true, idempotent: true },
  input: z.strictObject({ uuids }),
  output: z.object({ affected: z.int(), undo }),
  example: { uuids: [sampleUuid] },
  run: (call, input) => changeAll(call, { action: 'delete', uuids: input.uuids }, 'moved to the trash'),
});

async function changeAll(
  call: ToolCall,
  input: { action: 'delete' | 'restore'; uuids: string[] },
  done: string,
) {
  await requireReadable(call, input.uuids, 'uuids');
  const { affected, undo: undoId } = await changeMany(call.deps, call.actor, input, call.context);
  return { output: { affected, undo: undoId }, summary: `${affected} bookmarks ${done}.`, rows: affected };
}

const restoreBookmarks = defineTool({
  name: 'restore_bookmarks',
  title: 'Restore bookmarks or undo a change',
  description:
    'Restore bookmarks from the trash by `uuids`, or undo an earlier call of another tool by the `undo` that it returned.',
  operation: 'bookmarks.bulk',
  writes: true,
  hints: { idempotent: true },
  input: z
    .strictObject({ uuids: uuids.optional(), undo: Uuid.optional() })
    .refine((input) => (input.uuids === undefined) !== (input.undo === undefined), {
      message: 'invalid_value',
      path: ['undo'],
    }),
  output: z.object({ affected: z.int(), undo }),
  example: { undo: sampleUuid },
  run: async (call, input) => {
    if (input.uuids) return changeAll(call, { action: 'restore', uuids: input.uuids }, 'restored');
    const { affected } = await undoChange(call.deps, call.actor, input.undo ?? '');
    return { output: { affected, undo: null }, summary: `${affected} bookmarks restored.`, rows: affected };
  },
});

export const writeTools = [createBookmarks, updateBookmarks, trashBookmarks, restoreBookmarks];
