import type { Handlers } from '@/provider/http/handler';
import { listTags } from '@/provider/services/list-tags';

export const tags: Handlers<'tags.list'> = {
  'tags.list': async ({ actor, deps }) => ({
    status: 200,
    body: { content: await listTags(deps.db, actor.spaceId) },
  }),
};
