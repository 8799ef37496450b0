import { presentBookmark } from '@/provider/presenters/bookmark';
import type { Handlers } from '@/provider/http/handler';
import { createBookmark } from '@/provider/services/bookmarks/create-bookmark';
import { listBookmarks } from '@/provider/services/bookmarks/list-bookmarks';
import { recordVisit, setFavorite } from '@/provider/services/bookmarks/mark-bookmark';
import { readMetadata } from '@/provider/services/bookmarks/read-metadata';
import { orderBookmark } from '@/provider/services/bookmarks/order-bookmark';
import { deleteBookmark, restoreBookmark } from '@/provider/services/bookmarks/trash-bookmark';
import { updateBookmark } from '@/provider/services/bookmarks/update-bookmark';
import { resolveFilters } from '@/provider/services/collections/resolve-filters';
import { describePage } from '@/provider/services/listing/pagination';

type Ids =
  | 'bookmarks.list'
  | 'bookmarks.create'
  | 'bookmarks.metadata'
  | 'bookmarks.update'
  | 'bookmarks.delete'
  | 'bookmarks.restore'
  | 'bookmarks.favorite'
  | 'bookmarks.order'
  | 'bookmarks.visit';

export const bookmarks: Handlers<Ids> = {
  'bookmarks.list': async ({ actor, query, deps, context }) => {
    const { page, cursor, size, sortField, sortOrder, ...given } = query;
    const filters = await resolveFilters(deps, actor.spaceId, given, context);
    const request = { page, cursor, size };
    const list = { spaceId: actor.spaceId, filters, sortField, sortOrder, ...request };
    const { records, total, next } = await listBookmarks(deps, list);
    return {
      status: 200,
      body: { content: records.map(presentBookmark), pagination: describePage(request, total, next) },
    };
  },

  'bookmarks.create': async ({ actor, body, deps }) => {
    const { bookmark, isNew } = await createBookmark(deps, actor, body);
    return { status: isNew ? 201 : 200, body: presentBookmark(bookmark) };
  },

  'bookmarks.metadata': async ({ actor, body, request, deps }) => ({
    status: 200,
    body: await readMetadata(deps, actor, body.url, request.signal),
  }),

  'bookmarks.update': async ({ actor, params, body, deps }) => ({
    status: 200,
    body: presentBookmark(await updateBookmark(deps, actor, params.uuid, body)),
  }),

  'bookmarks.delete': async ({ actor, params, query, deps }) => {
    await deleteBookmark(deps, actor, params.uuid, { isPermanent: query.permanent });
    return { status: 204, body: null };
  },

  'bookmarks.restore': async ({ actor, params, deps }) => ({
    status: 200,
    body: presentBookmark(await restoreBookmark(deps, actor, params.uuid)),
  }),

  'bookmarks.favorite': async ({ actor, params, body, deps }) => ({
    status: 200,
    body: presentBookmark(await setFavorite(deps, actor, params.uuid, body.favorite)),
  }),

  'bookmarks.order': async ({ actor, params, body, deps }) => ({
    status: 200,
    body: presentBookmark(await orderBookmark(deps, actor, params.uuid, body)),
  }),

  'bookmarks.visit': async ({ actor, params, deps }) => {
    await recordVisit(deps, actor, params.uuid);
    return { status: 204, body: null };
  },
};
