import { sql } from 'drizzle-orm';
import type { Content } from '@/lib/contract/bookmarks';
import { serviceLimits } from '@/lib/contract/service-limits';
import { isLiveUrl } from '@/lib/domain/live-url';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { decodeHtml } from '@/provider/integrations/pages/decode-html';
import type { Article, CopiedArticle } from '@/provider/integrations/reader/article-program';
import { copyArticle, readArticle } from '@/provider/integrations/reader/article';
import { readBytes } from '@/provider/middleware/body';
import { findBookmark } from '@/provider/modules/bookmarks/queries';
import { draftCopy } from '@/provider/modules/copies/make';
import { keepsCopies, type CopyOf } from '@/provider/modules/copies/queries';
import { storeCopy } from '@/provider/modules/copies/store';
import { ignoreRefusal } from '@/provider/modules/links/fetch-run';
import { contentOf, presentContent, storeContent } from '@/provider/modules/pages/service';
import { Problem } from '@/provider/problem';

/**
 * Stores the article of a page that the user's browser sent, and a copy of it where copies are kept. It is extracted and
 * sanitized like that of a fetched page, in the same isolated program. Throws NOT_FOUND, also for an encrypted bookmark,
 * and SERVICE_UNAVAILABLE if too many pages are being read.
 */
export async function storeSentPage(
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

/** The article of a page that a browser sent. */
interface SentArticle {
  readonly article: Article;
  /** Keeps it as a copy as well. */
  readonly keep: () => Promise<void>;
}

/**
 * Extracts the article of a page that a browser sent for a bookmark with this url; null if there is none. It is kept as
 * a copy where copies are kept, with the pictures that the HTML contains: nothing is fetched. Throws BODY_TOO_LARGE for
 * too much HTML beside its pictures, and SERVICE_UNAVAILABLE if too many pages are being read.
 */
async function readSentArticle(
  deps: ProviderDeps,
  owner: CopyOf,
  { html, url }: { html: string; url: string },
): Promise<SentArticle | null> {
  const { programs, readerTimeoutMs: timeoutMs } = deps.config;
  const { page, files } = takePictures(html);
  if (Buffer.byteLength(page) > serviceLimits.pageHtmlBytes) throw new Problem('BODY_TOO_LARGE');
  const options = { programs, timeoutMs };
  if (!(await isKept(deps, owner))) {
    const article = await readArticle({ html: page, url }, undefined, options).catch(refuse);
    return article && { article, keep: () => Promise.resolve() };
  }
  const copied = await copyArticle({ html: page, url }, undefined, options).catch(refuse);
  return copied && { article: copied.article, keep: () => keepSent(deps, owner, { copied, files, url }) };
}

function refuse(): never {
  throw new Problem('SERVICE_UNAVAILABLE');
}

const contained = /\bsrc="data:image\/(?:png|jpeg|gif|webp);base64,([A-Za-z\d+/=]+)"/g;
const placeholder = /^contained:(\d{1,6})$/;

/** Takes the pictures out of a page, which would be most of what its parser holds in memory. */
function takePictures(html: string): { page: string; files: readonly string[] } {
  const files: string[] = [];
  const page = html.replace(contained, (_attribute, file: string) => {
    files.push(file);
    return `src="contained:${files.length - 1}"`;
  });
  return { page, files };
}

async function isKept(deps: ProviderDeps, { accountId, id }: CopyOf): Promise<boolean> {
  if (!deps.config.copies) return false;
  const { rowCount } = await deps.db.execute(
    sql`select from bookmarks b join accounts a on a.id = b.account_id
      where b.account_id = ${accountId} and b.id = ${id} and ${keepsCopies(deps)}`,
  );
  return rowCount === 1;
}

interface Sent {
  readonly copied: CopiedArticle;
  readonly files: readonly string[];
  readonly url: string;
}

/** The text is stored already: a copy that the storage has no room for is left out. */
async function keepSent(deps: ProviderDeps, owner: CopyOf, { copied, files, url }: Sent): Promise<void> {
  const draft = await draftCopy(deps, copied, {
    kind: 'browser',
    url,
    read: ({ src }) => {
      const file = files[Number(placeholder.exec(src)?.[1] ?? -1)];
      return Promise.resolve(file === undefined ? null : Buffer.from(file, 'base64'));
    },
    signal: AbortSignal.timeout(picturesMs),
  });
  await storeCopy(deps, owner, draft, url).catch(ignoreRefusal);
}

/** Pictures that are not decoded by then are left out: a person is waiting. */
const picturesMs = 10_000;
