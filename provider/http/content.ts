import type { Handlers } from '@/provider/http/handler';
import { readContent } from '@/provider/services/bookmarks/read-content';

export const content: Handlers<'bookmarks.content'> = {
  'bookmarks.content': async ({ actor, params, deps }) => ({
    status: 200,
    body: await readContent(deps, actor, params.uuid),
  }),
};
