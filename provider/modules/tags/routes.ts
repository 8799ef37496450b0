import { limits } from '@/lib/contract/limits';
import type { TagCount } from '@/lib/contract/tags';
import type { Database } from '@/provider/db/client';
import type { Handlers } from '@/provider/middleware/handler';
import { deleteTag, renameTag } from '@/provider/modules/tags/service';

/** The tags of a space with the number of their bookmarks outside the trash, the most used first and at most 10,000. */
async function listTags({ $client }: Database, spaceId: string): Promise<TagCount[]> {
  const { rows } = await $client.query<TagCount>({
    name: 'tags-of-space',
    text: `select name, bookmark_count as count from tags where space_id = $1
      order by bookmark_count desc, key limit ${limits.listedNames}`,
    values: [spaceId],
  });
  return rows;
}

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
    await deleteTag(deps, actor, body.tag);
    return { status: 204, body: null };
  },

  'tags.delete': async ({ actor, params, deps }) => {
    await deleteTag(deps, actor, params.name);
    return { status: 204, body: null };
  },
};
