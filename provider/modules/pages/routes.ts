import type { Content } from '@/lib/contract/bookmarks';
import { serviceLimits } from '@/lib/contract/service-limits';
import { isLiveUrl } from '@/lib/domain/live-url';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { decodeHtml } from '@/provider/integrations/pages/decode-html';
import { readArticle } from '@/provider/integrations/reader/article';
import { readBytes } from '@/provider/middleware/body';
import type { Handlers } from '@/provider/middleware/handler';
import { findBookmark } from '@/provider/modules/bookmarks/queries';
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
 * Stores the article of a page that the user's browser sent. It is extracted and sanitized like that of a fetched page,
 * in the same isolated program. Throws NOT_FOUND, also for an encrypted bookmark, and SERVICE_UNAVAILABLE if too many
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
  const { programs, readerTimeoutMs: timeoutMs } = deps.config;
  const article = await readArticle({ html, url }, undefined, { programs, timeoutMs }).catch(() => {
    throw new Problem('SERVICE_UNAVAILABLE');
  });
  const content = contentOf(article ? { status: 'ready', article } : { status: 'empty' }, deps.clock());
  if (!article) return presentContent(content);
  if (!(await storeContent(deps, { accountId, id, url }, content, { isSent: true }))) {
    throw new Problem('NOT_FOUND');
  }
  return presentContent(content);
}

async function readHtml(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^text\/html\s*(?:;|$)/i.test(type)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (Number(request.headers.get('content-length')) > serviceLimits.pageHtmlBytes) {
    throw new Problem('BODY_TOO_LARGE');
  }
  if (!request.body) return '';
  try {
    return decodeHtml(await readBytes(request.body, serviceLimits.pageHtmlBytes), type);
  } catch (error) {
    // The client disconnected during the upload.
    throw error instanceof Problem ? error : new Problem('MALFORMED_REQUEST');
  }
}
