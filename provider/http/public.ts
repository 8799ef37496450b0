import type { Handlers } from '@/provider/http/handler';
import { faviconReply } from '@/provider/integrations/favicon-reply';
import { presentListed, presentOwner, presentPublic, presentShown } from '@/provider/presenters/public';
import { describePage } from '@/provider/services/listing/pagination';
import { findPublic } from '@/provider/services/public/find-public';
import { listListed } from '@/provider/services/public/list-listed';
import { isCostly, listShown } from '@/provider/services/public/list-shown';
import { servePublicFavicon } from '@/provider/services/public/public-favicon';
import { countRead } from '@/provider/services/public/read-limits';

type Ids = 'collections.listed' | 'collections.public' | 'preview.publicFavicon';

export const publicCollections: Handlers<Ids> = {
  'collections.listed': async ({ query, deps, context }) => {
    await countRead(deps, 'listed', context);
    const { records, pages } = await listListed(deps, query.page);
    return { status: 200, body: { content: records.map(presentListed), pages } };
  },

  'collections.public': async ({ params, query, deps, context }) => {
    await countRead(deps, 'page', context);
    const found = await findPublic(deps, params.uuid);
    if (isCostly(found, query)) await countRead(deps, 'costly', context);
    const { records, total, shown, next } = await listShown(deps, found, query);
    return {
      status: 200,
      body: {
        collection: presentPublic(found, shown, deps.config),
        owner: presentOwner(found),
        bookmarks: records.map(presentShown),
        pagination: describePage(query, total, next),
      },
    };
  },

  'preview.publicFavicon': async ({ query, request, deps, context }) => {
    await countRead(deps, 'icon', context);
    const { icon, state } = await servePublicFavicon(deps, query.collection, query.host);
    const { status, body, headers } = faviconReply(icon, request.headers.get('if-none-match'), state);
    return status === 304 || body === null
      ? { status: 304, body: null, headers }
      : { status: 200, body, headers };
  },
};
