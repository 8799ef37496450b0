import type { ProviderDeps } from '@/provider/deps';
import { Problem } from '@/provider/problem';

/** A public collection, with what anybody may know of it and of its owner. Times are texts in UTC. */
export interface PublicRecord {
  id: string;
  spaceId: string;
  name: string;
  description: string;
  color: string;
  slug: string;
  listed: boolean;
  smart: { query: string } | null;
  /** Bookmarks that are shown; null where they are to be counted. See [Note: What is shown]. */
  shownCount: number | null;
  /** Which list was counted: the mark of its last change, to the microsecond. */
  shownAt: string | null;
  createdAt: string;
  updatedAt: string;
  ownerName: string;
}

/** Public, and of somebody who is not suspended: everything else is as if it were not there. */
export const isPublic = `c.security = 1 and a.suspended_at is null`;

const byId = {
  name: 'public-collection',
  text: `
    select c.id, c.space_id as "spaceId", c.name, c.description, c.color, c.slug, c.listed, c.smart,
      c.shown_count as "shownCount", c.shown_at::text as "shownAt",
      (c.created_at at time zone 'UTC')::text as "createdAt",
      (greatest(c.updated_at, c.shown_at) at time zone 'UTC')::text as "updatedAt",
      trim(a.first_name || ' ' || a.last_name) as "ownerName"
    from collections c join accounts a on a.id = c.account_id
    where c.id = $1 and ${isPublic}`,
};

/** The public collection with this id. Throws NOT_FOUND for private, deleted and unknown ones alike. */
export async function findPublic({ db }: Pick<ProviderDeps, 'db'>, id: string): Promise<PublicRecord> {
  const { rows } = await db.$client.query<PublicRecord>({ ...byId, values: [id] });
  const [record] = rows;
  if (!record) throw new Problem('NOT_FOUND');
  return record;
}
