import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { text, Uuid } from '@/lib/contract/primitives';
import { Bookmark } from '@/lib/contract/schemas/bookmark';

export const SuggestInput = z.strictObject({
  url: text(limits.urlLength, 1),
  title: text(limits.titleLength),
  description: text(limits.descriptionLength).optional(),
});

const place = {
  uuid: Uuid.optional().meta({ description: 'Absent for a collection that would have to be made.' }),
  name: z.string(),
  confidence: z.number().meta({ description: 'From 0 to 1, comparable within one answer.' }),
  reason: z.string().meta({ description: "Why, in the language of the request's Accept-Language." }),
  isNew: z.boolean(),
};

export const Suggestions = z
  .object({
    content: z.array(z.object(place)).meta({ description: 'The likeliest first, three at most.' }),
    tags: z
      .array(z.object({ name: z.string(), isNew: z.boolean() }))
      .meta({ description: 'Tags of the library first, then new ones; six at most.' }),
  })
  .meta({ id: 'Suggestions' });
export type Suggestions = z.infer<typeof Suggestions>;

export const SuggestedGroup = z
  .object({
    ...place,
    uuids: z.array(Uuid).meta({ description: 'All bookmarks of the group, 200 at most.' }),
    bookmarks: z.array(Bookmark).meta({ description: 'The first few of them.' }),
  })
  .meta({ id: 'SuggestedGroup' });
export type SuggestedGroup = z.infer<typeof SuggestedGroup>;

export const SuggestedGroups = z.object({
  content: z.array(SuggestedGroup).meta({ description: 'The largest first, twelve at most.' }),
});
