import type { Handlers } from '@/provider/http/handler';
import { changeMany } from '@/provider/services/bulk/change-many';
import { undoChange } from '@/provider/services/bulk/undo-change';

type Ids = 'bookmarks.bulk' | 'bookmarks.undo';

export const bulk: Handlers<Ids> = {
  'bookmarks.bulk': async ({ actor, body, deps, context }) => ({
    status: 200,
    body: await changeMany(deps, actor, body, context),
  }),

  'bookmarks.undo': async ({ actor, params, query, deps }) => ({
    status: 200,
    body: await undoChange(deps, actor, params.uuid, query.limit),
  }),
};
