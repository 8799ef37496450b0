import type { ProviderDeps } from '@/provider/deps';
import { pageVector, type PageText } from '@/provider/services/pages/page-vector';

const pagesMax = 200;

// One at a time: a text may have megabytes.
const next = {
  name: 'page-to-index',
  text: `select p.bookmark_id as id, b.domain, p.title, p.text, p.fetched_at as "fetchedAt"
    from page_contents p join bookmarks b on b.id = p.bookmark_id
    where p.status = 'ready' and p.search is null order by p.bookmark_id limit 1`,
};

const write = {
  name: 'index-page',
  text: `update page_contents set search = $3, text = normalize(text)
    where bookmark_id = $1 and fetched_at = $2 and search is null`,
};

/** Indexes texts that were kept before there was an index of them, some with each call. */
export async function indexPages({ db }: Pick<ProviderDeps, 'db'>, signal: AbortSignal): Promise<void> {
  for (let done = 0; done < pagesMax && !signal.aborted; done += 1) {
    const { rows } = await db.$client.query<PageText & { id: string; fetchedAt: Date }>(next);
    const [page] = rows;
    if (!page) return;
    await db.$client.query({ ...write, values: [page.id, page.fetchedAt, pageVector(page)] });
  }
}
