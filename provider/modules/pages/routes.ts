import type { Handlers } from '@/provider/middleware/handler';
import { readContent } from '@/provider/modules/pages/service';

export const pages: Handlers<'bookmarks.content'> = {
  'bookmarks.content': async ({ actor, params, deps }) => ({
    status: 200,
    body: await readContent(deps, actor, params.uuid),
  }),
};
