import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { text, Uuid } from '@/lib/contract/primitives';
import { serviceLimits } from '@/lib/contract/service-limits';

export const TagCount = z.object({ name: z.string(), count: z.int() }).meta({ id: 'TagCount' });
export type TagCount = z.infer<typeof TagCount>;

/** A tag name: trimmed, without commas. */
export const TagName = text(limits.tagLength, 1)
  .refine((name) => !name.includes(','), 'invalid_tag')
  .overwrite((name) => name.trim());

/** A tag name in a body; in a path, `.`, `..`, `/` and `\\` would have another meaning. */
const NamedTag = text(limits.tagLength, 1);

const RenameNamedTagInput = z.strictObject({ tag: NamedTag, name: TagName });

const DeleteNamedTagInput = z.strictObject({
  tag: NamedTag,
  undo: Uuid.optional().meta({
    description: `A new uuid, chosen by the client: POST /v1/bookmarks/undo/{uuid} undoes this for ${serviceLimits.undoHours} hours, while it is one of the last ${serviceLimits.undoChanges} changes of its space.`,
  }),
});

const RenameTagInput = z.strictObject({ name: TagName });

const RenamedTag = TagCount.extend({
  undo: Uuid.nullable().meta({
    description: 'Takes the change back by POST /v1/bookmarks/undo/{uuid}; null where nothing changed.',
  }),
}).meta({ id: 'RenamedTag' });

// Not normalized: a path that is not exactly a tag name does not match a tag.
const byName = z.object({ name: text(limits.tagLength, 1) });

export const tags = {
  'tags.list': {
    summary: 'List the tags of the space with their counts, most used first; at most 10,000.',
    responses: { 200: z.object({ content: z.array(TagCount) }) },
    problems: ['SPACE_NOT_FOUND'],
  },
  'tags.rename': {
    summary: 'Rename a tag. Using the name of another tag merges the two.',
    params: byName,
    body: RenameTagInput,
    responses: { 200: RenamedTag },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND'],
  },
  'tags.delete': {
    summary: 'Remove a tag from all bookmarks.',
    params: byName,
    responses: { 204: null },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND'],
  },
  'tags.renameNamed': {
    summary: 'Rename a tag of any name, including names that can’t be part of a path.',
    body: RenameNamedTagInput,
    responses: { 200: RenamedTag },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND'],
  },
  'tags.deleteNamed': {
    summary: 'Remove a tag of any name from all bookmarks, including names that can’t be part of a path.',
    body: DeleteNamedTagInput,
    responses: { 204: null },
    problems: ['SPACE_NOT_FOUND', 'NOT_FOUND', 'CONFLICT'],
  },
} satisfies Record<string, Definition>;
