import { faviconReply } from '@/provider/integrations/images/favicon';
import type { Handlers } from '@/provider/middleware/handler';
import { createBookmark } from '@/provider/modules/bookmarks/create';
import { listBookmarks } from '@/provider/modules/bookmarks/list';
import { readMetadata } from '@/provider/modules/bookmarks/metadata';
import { applyPageTexts, readPageTexts } from '@/provider/modules/bookmarks/page-texts';
import { presentBookmark } from '@/provider/modules/bookmarks/record';
import { getBookmark } from '@/provider/modules/bookmarks/queries';
import {
  deleteBookmark,
  orderBookmark,
  recordVisit,
  restoreBookmark,
  setFavorite,
  updateBookmark,
} from '@/provider/modules/bookmarks/update';
import { resolveFilters } from '@/provider/modules/bookmarks/smart';
import { serveFavicon } from '@/provider/modules/favicons/favicons';
import { describePage } from '@/provider/pagination';

type Ids =
  | 'bookmarks.list'
  | 'bookmarks.create'
  | 'bookmarks.metadata'
  | 'bookmarks.readMetadata'
  | 'bookmarks.applyMetadata'
  | 'bookmarks.details'
  | 'bookmarks.update'
  | 'bookmarks.delete'
  | 'bookmarks.restore'
  | 'bookmarks.favorite'
  | 'bookmarks.order'
  | 'bookmarks.visit';

export const bookmarks: Handlers<Ids> = {
  'bookmarks.list': async ({ actor, query, deps, context }) => {
    const { page, cursor, size, sortField, sortOrder, ...given } = query;
    const filters = await resolveFilters(deps, actor, given, context);
    const request = { page, cursor, size };
    const list = {
      accountId: actor.accountId,
      spaceId: actor.spaceId,
      filters,
      sortField,
      sortOrder,
      ...request,
    };
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

  'bookmarks.metadata': async ({ actor, body, request, deps, context }) => ({
    status: 200,
    body: await readMetadata(deps, actor, body.url, { language: context.locale, signal: request.signal }),
  }),

  'bookmarks.readMetadata': async ({ actor, body, request, deps, context }) => ({
    status: 200,
    body: {
      content: await readPageTexts(deps, actor, body.uuids, {
        language: context.locale,
        signal: request.signal,
      }),
    },
  }),

  'bookmarks.applyMetadata': async ({ actor, body, deps }) => ({
    status: 200,
    body: await applyPageTexts(deps, actor, body.bookmarks),
  }),

  'bookmarks.details': async ({ actor, params, deps }) => ({
    status: 200,
    body: presentBookmark(await getBookmark(deps.db, actor.accountId, params.uuid)),
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

export const preview: Handlers<'preview.favicon'> = {
  'preview.favicon': async ({ actor, query, request, deps }) => {
    const { icon, state } = await serveFavicon(deps, query.url, actor.accountId);
    const { status, body, headers } = faviconReply(icon, request.headers.get('if-none-match'), state);
    return status === 304 || body === null
      ? { status: 304, body: null, headers }
      : { status: 200, body, headers };
  },
};
