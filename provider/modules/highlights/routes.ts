import type { Handlers } from '@/provider/middleware/handler';
import { getBookmark } from '@/provider/modules/bookmarks/queries';
import { exportHighlights } from '@/provider/modules/highlights/export';
import { highlightsOf, listHighlights } from '@/provider/modules/highlights/queries';
import { createHighlight, deleteHighlight, updateHighlight } from '@/provider/modules/highlights/service';
import { describePage } from '@/provider/pagination';

type Ids =
  | 'highlights.list'
  | 'highlights.ofBookmark'
  | 'highlights.create'
  | 'highlights.update'
  | 'highlights.delete'
  | 'highlights.export';

export const highlightRoutes: Handlers<Ids> = {
  'highlights.list': async ({ actor, query, context, deps }) => {
    const { content, total, next } = await listHighlights(deps, actor, query, context);
    return { status: 200, body: { content, pagination: describePage(query, total, next) } };
  },

  'highlights.ofBookmark': async ({ actor, params, deps }) => {
    await getBookmark(deps.db, actor.accountId, params.uuid);
    return { status: 200, body: { content: await highlightsOf(deps.db, actor.accountId, params.uuid) } };
  },

  'highlights.create': async ({ actor, params, body, deps }) => {
    const { highlight, isNew } = await createHighlight(deps, actor, params.uuid, body);
    return { status: isNew ? 201 : 200, body: highlight };
  },

  'highlights.update': async ({ actor, params, body, deps }) => ({
    status: 200,
    body: await updateHighlight(deps, actor, params.uuid, body),
  }),

  'highlights.delete': async ({ actor, params, deps }) => {
    await deleteHighlight(deps, actor, params.uuid);
    return { status: 204, body: null };
  },

  'highlights.export': async ({ actor, query, context, deps }) =>
    exportHighlights(deps, actor, query.format, context),
};
