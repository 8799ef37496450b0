import { limits } from '@/lib/contract/limits';
import { columnList } from '@/provider/db/column-list';
import { spaces } from '@/provider/db/schema/library';
import type { ProviderDeps } from '@/provider/deps';
import type { SpaceRecord } from '@/provider/services/spaces';

export interface ActiveSpaceRecord extends SpaceRecord {
  /** Bookmarks saved on each of the last days, oldest first; days are those of UTC. */
  activity: { date: string; count: number }[];
}

// Each space's last days are one range of the index by date.
const list = {
  name: 'active-spaces',
  text: `
    select ${columnList(spaces, 's')}, s.id = a.current_space_id as "isCurrent", (
      select json_agg(json_build_object('date', d.day::date, 'count', coalesce(n.count, 0)) order by d.day)
      from generate_series($2::date - ${limits.activityDays - 1}, $2::date, '1 day') d (day)
      left join (
        select (b.created_at at time zone 'UTC')::date as day, count(*) as count from bookmarks b
        where b.space_id = s.id and b.deleted_at is null
          and b.created_at >= $2::date - ${limits.activityDays - 1} and b.created_at < $2::date + 1
        group by 1) n on n.day = d.day::date) as activity
    from spaces s join accounts a on a.id = s.account_id
    where s.account_id = $1`,
};

/** The account's spaces with what was saved in them lately, the liveliest first. */
export async function listActiveSpaces(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  accountId: string,
): Promise<ActiveSpaceRecord[]> {
  const today = clock().toISOString().slice(0, 10);
  const { rows } = await db.$client.query<ActiveSpaceRecord>({ ...list, values: [accountId, today] });
  return rows.sort(byLiveliness);
}

const saved = ({ activity }: ActiveSpaceRecord): number =>
  activity.reduce((total, { count }) => total + count, 0);

const byLiveliness = (one: ActiveSpaceRecord, other: ActiveSpaceRecord): number =>
  saved(other) - saved(one) || other.lastActivityAt.getTime() - one.lastActivityAt.getTime();
