import type { Handlers } from '@/provider/http/handler';
import { Problem } from '@/provider/problem';
import { listTags } from '@/provider/services/list-tags';

type Ids = 'tags.list' | 'tags.rename' | 'tags.delete';

const absent = (): Promise<never> => Promise.reject(new Problem('NOT_FOUND'));

export const tags: Handlers<Ids> = {
  'tags.list': async ({ actor, deps }) => ({
    status: 200,
    body: { content: await listTags(deps.db, actor.spaceId) },
  }),
  'tags.rename': absent,
  'tags.delete': absent,
};
