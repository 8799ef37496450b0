import { z } from 'zod';
import type { Definition } from '@/lib/contract/endpoint';
import { limits } from '@/lib/contract/limits';
import { Flag, Pagination, text, Timestamp, Uuid } from '@/lib/contract/primitives';

export const Space = z
  .object({
    uuid: Uuid,
    name: z.string().meta({
      description:
        'Name of the space. A default space that was never renamed has a name in the language of the request.',
    }),
    description: z.string(),
    isDefault: z.boolean(),
    isCurrent: z.boolean().meta({
      description:
        'Whether this is the space of the request. A space can’t be deleted (`SPACE_IN_USE`) while it is the account’s current space.',
    }),
    counts: z.object({
      bookmarks: z.int(),
      collections: z.int(),
      favorites: z.int(),
      later: z.int().meta({ description: 'Bookmarks in the list “Read later”.' }),
      trash: z.int(),
    }),
    createdAt: Timestamp,
    lastActivityAt: Timestamp,
  })
  .meta({ id: 'Space' });
export type Space = z.infer<typeof Space>;

const name = text(limits.nameLength, 1);
const description = text(limits.collectionDescriptionLength);

const CreateSpaceInput = z.strictObject({
  uuid: Uuid.optional(),
  name,
  description: description.optional(),
});
const UpdateSpaceInput = z.strictObject({
  name: name.optional(),
  description: description.optional(),
});
const SpacePage = z.object({ content: z.array(Space), pagination: Pagination });

export const ActiveSpace = Space.extend({
  activity: z.array(z.object({ date: z.iso.date(), count: z.int() })).meta({
    description: `Bookmarks saved per day (UTC) in the last ${limits.activityDays} days, oldest first.`,
  }),
}).meta({ id: 'ActiveSpace' });
export type ActiveSpace = z.infer<typeof ActiveSpace>;

const byUuid = z.object({ uuid: Uuid });

export const spaces = {
  'spaces.list': {
    summary: 'List the spaces of the account, the default one first.',
    responses: { 200: SpacePage },
  },
  'spaces.create': {
    summary: 'Create a space. Repeating a request with the same uuid returns 200 and changes nothing.',
    body: CreateSpaceInput,
    responses: { 200: Space, 201: Space },
    problems: ['PLAN_REQUIRED', 'CONFLICT'],
  },
  'spaces.update': {
    summary: 'Change a space. Omitted fields stay the same.',
    params: byUuid,
    body: UpdateSpaceInput,
    responses: { 200: Space },
    problems: ['NOT_FOUND'],
  },
  'spaces.setDefault': {
    summary: 'Make a space the default.',
    params: byUuid,
    responses: { 200: Space },
    problems: ['NOT_FOUND'],
  },
  'spaces.delete': {
    summary: 'Delete a space and its contents, or move them to `target` first.',
    params: byUuid,
    query: z.object({
      target: Uuid.optional(),
      empty: Flag.default(false).meta({
        description: 'Delete the space only if it is empty. Otherwise, returns 409 `OUTDATED`.',
      }),
    }),
    responses: { 204: null },
    problems: ['NOT_FOUND', 'SPACE_IN_USE', 'DEFAULT_SPACE', 'OUTDATED'],
  },
  'spaces.top': {
    summary: 'List the spaces with their recent activity, most active first.',
    responses: { 200: z.object({ content: z.array(ActiveSpace) }) },
  },
} satisfies Record<string, Definition>;
