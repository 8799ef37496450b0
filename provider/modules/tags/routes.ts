import { desc, eq } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { TagCount } from '@/lib/contract/tags';
import type { Executor } from '@/provider/db/client';
import { tags as tagTable } from '@/provider/db/schema/words';
import type { Handlers } from '@/provider/middleware/handler';
import { deleteTag, renameTag } from '@/provider/modules/tags/service';

/**
 * Returns the tags of a space with the number of their bookmarks outside the trash, most used first, at most 10,000.
 */
export const listTags = (db: Executor, spaceId: string): Promise<TagCount[]> =>
  db
    .select({ name: tagTable.name, count: tagTable.bookmarkCount })
    .from(tagTable)
    .where(eq(tagTable.spaceId, spaceId))
    .orderBy(desc(tagTable.bookmarkCount), tagTable.key)
    .limit(serviceLimits.listedNames)
    .execute();

type Ids = 'tags.list' | 'tags.rename' | 'tags.delete' | 'tags.renameNamed' | 'tags.deleteNamed';

export const tags: Handlers<Ids> = {
  'tags.list': async ({ actor, deps }) => ({
    status: 200,
    body: { content: await listTags(deps.db, actor.spaceId) },
  }),

  'tags.rename': async ({ actor, params, body, deps }) => ({
    status: 200,
    body: await renameTag(deps, actor, params.name, body.name),
  }),

  'tags.renameNamed': async ({ actor, body, deps }) => ({
    status: 200,
    body: await renameTag(deps, actor, body.tag, body.name),
  }),

  'tags.deleteNamed': async ({ actor, body, deps }) => {
    await deleteTag(deps, actor, body.tag, body.undo);
    return { status: 204, body: null };
  },

  'tags.delete': async ({ actor, params, deps }) => {
    await deleteTag(deps, actor, params.name);
    return { status: 204, body: null };
  },
};
