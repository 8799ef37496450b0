import { limits } from '@/lib/contract/limits';
import type { ProviderDeps } from '@/provider/deps';
import { isPublic } from '@/provider/services/public/find-public';

/** A line of a site map. `updatedAt` is a text in UTC. */
export interface ListedRecord {
  id: string;
  slug: string;
  updatedAt: string;
}

const from = `from collections c join accounts a on a.id = c.account_id where c.listed and ${isPublic}`;

const count = { name: 'listed-collections-count', text: `select count(*)::integer as count ${from}` };
const list = {
  name: 'listed-collections',
  text: `select c.id, c.slug, (greatest(c.updated_at, c.shown_at) at time zone 'UTC')::text as "updatedAt" ${from}
    order by c.id limit $1 offset $2`,
};

/** The collections that search engines may list, the oldest first, by the page. */
export async function listListed(
  { db }: Pick<ProviderDeps, 'db'>,
  page: number,
): Promise<{ records: ListedRecord[]; pages: number }> {
  const size = limits.listedPageSize;
  const [counted, listed] = await Promise.all([
    db.$client.query<{ count: number }>(count),
    db.$client.query<ListedRecord>({ ...list, values: [size, (page - 1) * size] }),
  ]);
  return { records: listed.rows, pages: Math.max(1, Math.ceil((counted.rows[0]?.count ?? 0) / size)) };
}
