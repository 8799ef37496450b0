import type { Handlers } from '@/provider/http/handler';
import { deleteTag, renameTag } from '@/provider/services/tags/change-tag';
import { listTags } from '@/provider/services/tags/list-tags';

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
