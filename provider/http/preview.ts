import type { Handlers } from '@/provider/http/handler';
import { faviconReply } from '@/provider/integrations/favicon-reply';
import { serveFavicon } from '@/provider/services/favicons';

export const preview: Handlers<'preview.favicon'> = {
  'preview.favicon': async ({ actor, query, request, deps }) => {
    const { icon, state } = await serveFavicon(deps, query.url, actor.accountId);
    const { status, body, headers } = faviconReply(icon, request.headers.get('if-none-match'), state);
    return status === 304 || body === null
      ? { status: 304, body: null, headers }
      : { status: 200, body, headers };
  },
};
