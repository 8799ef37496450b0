import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { text, Uuid } from '@/lib/contract/primitives';

export const TagCount = z.object({ name: z.string(), count: z.int() }).meta({ id: 'TagCount' });
export type TagCount = z.infer<typeof TagCount>;

/** One tag: trimmed, without a comma. */
export const TagName = text(limits.tagLength, 1)
  .refine((name) => !name.includes(','), 'invalid_tag')
  .overwrite((name) => name.trim());

export const RenameTagInput = z.strictObject({ name: TagName });

export const RenamedTag = TagCount.extend({
  undo: Uuid.nullable().meta({
    description: 'Takes the change back by POST /v1/bookmarks/undo/{uuid}; null where nothing changed.',
  }),
}).meta({ id: 'RenamedTag' });
