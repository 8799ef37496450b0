import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { text, Uuid } from '@/lib/contract/primitives';

export const TagCount = z.object({ name: z.string(), count: z.int() }).meta({ id: 'TagCount' });
export type TagCount = z.infer<typeof TagCount>;

/** One tag: trimmed, without a comma. */
export const TagName = text(limits.tagLength, 1)
  .refine((name) => !name.includes(','), 'invalid_tag')
  .overwrite((name) => name.trim());

/** The name of a tag in a body; in a path, `.`, `..`, `/` and `\\` would mean something else. */
const NamedTag = text(limits.tagLength, 1);

export const RenameNamedTagInput = z.strictObject({ tag: NamedTag, name: TagName });

export const DeleteNamedTagInput = z.strictObject({ tag: NamedTag });

export const RenameTagInput = z.strictObject({ name: TagName });

export const RenamedTag = TagCount.extend({
  undo: Uuid.nullable().meta({
    description: 'Takes the change back by POST /v1/bookmarks/undo/{uuid}; null where nothing changed.',
  }),
}).meta({ id: 'RenamedTag' });
