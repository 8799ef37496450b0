import { sql } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { ProviderDeps } from '@/provider/deps';
import type { Article, CopiedArticle } from '@/provider/integrations/reader/article-program';
import { copyArticle, readArticle } from '@/provider/integrations/reader/article';
import { draftCopy } from '@/provider/modules/copies/make';
import { keepsCopies, type CopyOf } from '@/provider/modules/copies/queries';
import { storeCopy } from '@/provider/modules/copies/store';
import { ignoreRefusal } from '@/provider/modules/links/fetch-run';
import { Problem } from '@/provider/problem';

/** The article of a page that a browser sent. */
export interface SentArticle {
  readonly article: Article;
  /** Keeps it as a copy as well. */
  readonly keep: () => Promise<void>;
}

/**
 * Extracts the article of a page that a browser sent for a bookmark with this url; null if there is none. It is kept as
 * a copy where copies are kept, with the pictures that the HTML contains: nothing is fetched. Throws BODY_TOO_LARGE for
 * too much HTML beside its pictures, and SERVICE_UNAVAILABLE if too many pages are being read.
 */
export async function readSentArticle(
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
