import { z } from 'zod';
import { CreateCollectionInput } from '@/lib/contract/collections';
import { limits } from '@/lib/contract/limits';
import { Color, text, Uuid } from '@/lib/contract/primitives';
import { TagName } from '@/lib/contract/tags';
import { listCollections } from '@/provider/modules/collections/list';
import { countReadable } from '@/provider/modules/collections/readable-counts';
import { createCollection } from '@/provider/modules/collections/service';
import { spaceNames } from '@/provider/modules/spaces/service';
import { listTags } from '@/provider/modules/tags/routes';
import { renameTag } from '@/provider/modules/tags/service';
import { pageFields, pageOf, pagingArguments, sliceOf } from '@/provider/mcp/paging';
import { defineTool, inSpace } from '@/provider/mcp/tool';

const spaceArgument = Uuid.optional().describe('UUID of a space; the current one if omitted.');

const ToolCollection = z.object({
  uuid: Uuid,
  name: z.string(),
  count: z.int().describe('Number of readable bookmarks.'),
  icon: z.string().nullable().describe('An emoji, or the name of an icon.'),
  isPinned: z.boolean(),
  isDefault: z.boolean(),
  isSmart: z.boolean().describe('A saved query: bookmarks can’t be added to it.'),
});

const listCollectionsTool = defineTool({
  name: 'list_collections',
  title: 'List collections',
  description: 'List the spaces of the account, and the collections of one of them by name.',
  operation: 'collections.list',
  writes: false,
  input: z.strictObject({ space: spaceArgument, ...pagingArguments }),
  output: z.object({
    space: Uuid.describe('Space of the collections.'),
    spaces: z.array(z.object({ uuid: Uuid, name: z.string() })),
    collections: z.array(ToolCollection),
    ...pageFields,
  }),
  example: { size: 100 },
  run: async (call, { space, size, cursor }) => {
    const { deps, context } = call;
    const { accountId, spaceId } = await inSpace(call, space);
    const order = { sortField: 'name', sortOrder: 'ASC' } as const;
    const list = { accountId, spaceId, ...order, size, cursor };
    const { records, total, next } = await listCollections(deps, list, context);
    const counted = await countReadable(deps, records, context);
    const spaces = await spaceNames(deps.db, accountId, context.locale);
    return {
      output: {
        space: spaceId,
        spaces: spaces.map(({ id, name }) => ({ uuid: id, name })),
        collections: counted.map((record) => ({
          uuid: record.id,
          name: record.name,
          count: record.bookmarkCount,
          icon: record.icon,
          isPinned: record.pinned,
          isDefault: record.isDefault,
          isSmart: record.smart !== null,
        })),
        ...pageOf(total, next),
      },
      summary: `${records.length} of ${total} collections.`,
      rows: records.length,
    };
  },
});

const createCollectionTool = defineTool({
  name: 'create_collection',
  title: 'Create a collection',
  description: 'Create a private collection in a space.',
  operation: 'collections.create',
  writes: true,
  input: z.strictObject({
    name: text(limits.collectionNameLength, 1),
    description: text(limits.collectionDescriptionLength).optional(),
    color: Color.optional(),
    icon: CreateCollectionInput.shape.icon,
    space: spaceArgument,
  }),
  output: z.object({ uuid: Uuid, name: z.string() }),
  example: { name: 'Recipes' },
  run: async (call, { space, ...body }) => {
    const { collection } = await createCollection(call.deps, await inSpace(call, space), body);
    const { id, name } = collection;
    return { output: { uuid: id, name }, summary: 'One collection created.', rows: 1 };
  },
});

const listTagsTool = defineTool({
  name: 'list_tags',
  title: 'List tags',
  description: 'List the tags of a space with their numbers of bookmarks, most used first.',
  operation: 'tags.list',
  writes: false,
  input: z.strictObject({
    space: spaceArgument,
    contains: text(limits.tagLength).optional().describe('Only tags that contain this text.'),
    ...pagingArguments,
  }),
  output: z.object({ tags: z.array(z.object({ name: z.string(), count: z.int() })), ...pageFields }),
  example: { contains: 'java', size: 50 },
  run: async (call, { space, contains = '', size, cursor }) => {
    const { spaceId } = await inSpace(call, space);
    const part = contains.toLowerCase();
    const all = await listTags(call.deps.db, spaceId);
    const tags = all.filter(({ name }) => name.toLowerCase().includes(part));
    const { items, next } = sliceOf(call.deps, tags, { list: ['tags', spaceId, contains], size, cursor });
    return {
      output: { tags: items, ...pageOf(tags.length, next) },
      summary: `${items.length} of ${tags.length} tags.`,
      rows: items.length,
    };
  },
});

const renameTagTool = defineTool({
  name: 'rename_tag',
  title: 'Rename or merge tags',
  description:
    'Rename a tag of a space on all of its bookmarks. If the new name belongs to another tag, both are merged.',
  operation: 'tags.renameNamed',
  writes: true,
  hints: { destructive: true },
  input: z.strictObject({ tag: text(limits.tagLength, 1), name: TagName, space: spaceArgument }),
  output: z.object({
    name: z.string(),
    count: z.int().describe('Number of bookmarks that have it now.'),
    undo: Uuid.nullable().describe('Argument of `restore_bookmarks` to undo this call.'),
  }),
  example: { tag: 'js', name: 'javascript' },
  run: async (call, { tag, name, space }) => {
    const renamed = await renameTag(call.deps, await inSpace(call, space), tag, name);
    return { output: renamed, summary: `The tag is on ${renamed.count} bookmarks.`, rows: renamed.count };
  },
});

export const organizeTools = [listCollectionsTool, createCollectionTool, listTagsTool, renameTagTool];
