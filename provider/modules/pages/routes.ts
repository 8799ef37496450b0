import type { Content } from '@/lib/contract/bookmarks';
import { serviceLimits } from '@/lib/contract/service-limits';
import { isLiveUrl } from '@/lib/domain/live-url';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { decodeHtml } from '@/provider/integrations/pages/decode-html';
import { readBytes } from '@/provider/middleware/body';
import type { Handlers } from '@/provider/middleware/handler';
import { findBookmark } from '@/provider/modules/bookmarks/queries';
import { readSentArticle } from '@/provider/modules/copies/sent';
import { contentOf, presentContent, readContent, storeContent } from '@/provider/modules/pages/service';
import { Problem } from '@/provider/problem';

export const pages: Handlers<'bookmarks.content' | 'bookmarks.sendContent'> = {
  'bookmarks.content': async ({ actor, params, deps }) => ({
    status: 200,
    body: await readContent(deps, actor, params.uuid),
  }),

  'bookmarks.sendContent': async ({ actor, params, request, deps }) => ({
    status: 200,
    body: await storeSentPage(deps, actor, params.uuid, request),
  }),
};

/**
 * Stores the article of a page that the user's browser sent, and a copy of it where copies are kept. It is extracted and
 * sanitized like that of a fetched page, in the same isolated program. Throws NOT_FOUND, also for an encrypted bookmark, and SERVICE_UNAVAILABLE if too many
 * pages are being read.
 */
async function storeSentPage(
  deps: ProviderDeps,
  { accountId }: Actor,
  id: string,
  request: Request,
): Promise<Content> {
  const bookmark = await findBookmark(deps.db, accountId, id);
  const url = bookmark?.url ?? null;
  if (url === null || !isLiveUrl(url)) throw new Problem('NOT_FOUND');
  const html = await readHtml(request);
  const sent = await readSentArticle(deps, { accountId, id }, { html, url });
  if (!sent) return presentContent(contentOf({ status: 'empty' }, deps.clock()));
  const content = contentOf({ status: 'ready', article: sent.article }, deps.clock());
  if (!(await storeContent(deps, { accountId, id, url }, content, { isSent: true }))) {
    throw new Problem('NOT_FOUND');
  }
  await sent.keep();
  return presentContent(content);
}

async function readHtml(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^text\/html\s*(?:;|$)/i.test(type)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (Number(request.headers.get('content-length')) > serviceLimits.sentPageBytes) {
    throw new Problem('BODY_TOO_LARGE');
  }
  if (!request.body) return '';
  try {
    return decodeHtml(await readBytes(request.body, serviceLimits.sentPageBytes), type);
  } catch (error) {
    // The client disconnected during the upload.
    throw error instanceof Problem ? error : new Problem('MALFORMED_REQUEST');
  }
}
