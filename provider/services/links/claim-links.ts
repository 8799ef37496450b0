import { inTransaction } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

export interface DueLink {
  id: string;
  url: string;
  host: string;
  failures: number;
  byGet: boolean;
}

const minuteMs = 60_000;
/** Longer than a run can take: what is claimed is asked by nobody else meanwhile. */
const claimMs = 15 * minuteMs;
const walkRows = 5_000;
const lookedAt = 1_000;
const takenMax = 100;
const beginning = '00000000-0000-0000-0000-000000000000';

/**
 * Takes up bookmarks that are not looked at yet, a few thousand ids further with each call, and from the beginning
 * again after the last one.
 */
export async function enrolLinks({ db, clock }: Deps): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.query<{ at: string }>(
      'select bookmark_id as at from link_walk for update skip locked',
    );
    const from = rows[0]?.at;
    if (from === undefined) return;
    const { rows: ends } = await tx.query<{ id: string }>(
      'select id from bookmarks where id > $1 order by id offset $2 limit 1',
      [from, walkRows - 1],
    );
    const to = ends[0]?.id ?? null;
    // Held meanwhile, see the migration 0008; a bookmark that somebody is changing is met on the next round.
    await tx.query(
      `insert into link_checks (bookmark_id, host, due_at)
       select b.id, b.domain, $3 from bookmarks b
       where b.id > $1 and ($2::uuid is null or b.id <= $2) and b.deleted_at is null and not b.encrypted
         and b.url ~ '^https?://' and not exists (select from link_checks c where c.bookmark_id = b.id)
       for share of b skip locked
       on conflict do nothing`,
      [from, to, clock()],
    );
    await tx.query('update link_walk set bookmark_id = $1', [to ?? beginning]);
  });
}

// Those that are due longest; of each host one, and only where nobody asks that host or has just done so. The others of
// a host line up behind, a minute each, so that a host with thousands of pages does not stand in the way of the rest.
const claim = `
  with due as (
    select bookmark_id, host, due_at from link_checks where due_at <= $1
    order by due_at limit ${lookedAt} for update skip locked
  ), live as (
    select d.*, b.url, row_number() over (partition by d.host order by d.due_at, d.bookmark_id) as place
    from due d join bookmarks b on b.id = d.bookmark_id
    where b.deleted_at is null and b.url is not null
  ), hosts as (
    insert into link_hosts (host, free_at)
    select host, $2 from (select host from live where place = 1 order by due_at limit ${takenMax}) l order by host
    on conflict (host) do update set free_at = excluded.free_at where link_hosts.free_at <= $1
    returning host
  ), put_off as (
    update link_checks c set due_at = case
        when l.place is null then $1::timestamptz + interval '1 day'
        when l.place = 1 and h.host is not null then $2
        else $1::timestamptz + l.place * interval '1 minute' end
    from due d
      left join live l on l.bookmark_id = d.bookmark_id
      left join hosts h on h.host = l.host
    where c.bookmark_id = d.bookmark_id
  )
  select l.bookmark_id as id, l.url, l.host, c.failures, c.by_get as "byGet"
  from live l join hosts h on h.host = l.host join link_checks c on c.bookmark_id = l.bookmark_id
  where l.place = 1`;

/** Claims pages whose time has come, no two of one host. Whoever claims has to report, or else they come back. */
export async function claimLinks({ db, clock }: Deps): Promise<DueLink[]> {
  const now = clock();
  const { rows } = await db.$client.query<DueLink>(claim, [now, new Date(now.getTime() + claimMs)]);
  return rows;
}
