import { z } from 'zod';
import { limits } from '@/lib/contract/limits';
import { Pagination, text, Timestamp, Uuid } from '@/lib/contract/primitives';

export const Space = z
  .object({
    uuid: Uuid,
    name: z.string(),
    description: z.string(),
    isDefault: z.boolean(),
    isCurrent: z.boolean(),
    counts: z.object({ bookmarks: z.int(), collections: z.int(), favorites: z.int(), trash: z.int() }),
    createdAt: Timestamp,
    lastActivityAt: Timestamp,
  })
  .meta({ id: 'Space' });
export type Space = z.infer<typeof Space>;

const name = text(limits.nameLength, 1);
const description = text(limits.collectionDescriptionLength);

export const CreateSpaceInput = z.strictObject({
  uuid: Uuid.optional(),
  name,
  description: description.optional(),
});
export const UpdateSpaceInput = z.strictObject({
  name: name.optional(),
  description: description.optional(),
});
export const SpacePage = z.object({ content: z.array(Space), pagination: Pagination });

export const ActiveSpace = Space.extend({
  activity: z.array(z.object({ date: z.iso.date(), count: z.int() })).meta({
    description: `Bookmarks saved on each of the last ${limits.activityDays} days (UTC), oldest first.`,
  }),
}).meta({ id: 'ActiveSpace' });
export type ActiveSpace = z.infer<typeof ActiveSpace>;
