import { randomBytes } from 'node:crypto';
import type { OperationId } from '@/lib/contract/index';
import { searchColumns } from '@/lib/domain/search-vector';
import { newId, type Database } from '@/provider/db/client';
import type { TestAccount, TestProvider } from '@/provider/testing/test-provider';

/** An account with rows of every kind, all marked with the canary. */
export interface Stranger extends TestAccount {
  /** Part of every text of the account; must not be in a response to any other account. */
  canary: string;
  bookmark: string;
  collection: string;
  /** A change to many bookmarks that can be undone. */
  change: string;
  import: string;
  /** A key change without staged envelopes. */
  keyChange: string;
  /** A session other than that of the token. */
  session: string;
  personalToken: string;
  avatar: string;
  /** An annotation of the bookmark. */
  highlight: string;
  /** A completed checkout. */
  checkout: string;
  uuids: string[];
}

/** Fills the given or a new account with a row of every kind. */
export async function createStranger(
  { call, signUp, db }: Pick<TestProvider, 'call' | 'signUp' | 'db'>,
  account?: TestAccount,
): Promise<Stranger> {
  const person = account ?? (await signUp());
  const canary = `canary${randomBytes(8).toString('hex')}`;
  const space = (await call('spaces.create', { body: { name: canary, description: canary } }, person)).body;
  const collection = (
    await call('collections.create', { body: { name: canary, description: canary } }, person)
  ).body;
  const bookmark = await call(
    'bookmarks.create',
    {
      body: {
        title: canary,
        url: `https://${canary}.test/`,
        description: canary,
        tags: canary,
        collections: [collection.uuid],
      },
    },
    person,
  );
  const annotated = { params: { uuid: bookmark.body.uuid }, body: { quote: canary, note: canary } };
  const highlight = (await call('highlights.create', annotated, person)).body.uuid;
  const favored = { uuids: [bookmark.body.uuid], favorite: true };
  const change =
    (await call('bookmarks.bulk', { body: { action: 'favorite', ...favored } }, person)).body.undo ?? '';
  const keyChange = (await call('bookmarks.beginKeyChange', {}, person)).body.uuid;
  const importId = newId();
  await db.$client.query(
    `insert into imports (id, account_id, space_id, status, dry_run, rows, created_at)
     values ($1, $2, $3, 'done', false, $4, now())`,
    [
      importId,
      person.accountId,
      person.spaceId,
      JSON.stringify([{ line: 1, reasons: ['missing_url'], title: canary, url: canary }]),
    ],
  );
  const security = await addSecurityRows(db, person.accountId, canary);
  const uuids = [
    person.spaceId,
    space.uuid,
    collection.uuid,
    bookmark.body.uuid,
    change,
    importId,
    keyChange,
    highlight,
    ...Object.values(security),
  ];
  return {
    ...person,
    canary,
    bookmark: bookmark.body.uuid,
    collection: collection.uuid,
    change,
    import: importId,
    keyChange,
    highlight,
    ...security,
    uuids,
  };
}

async function addSecurityRows(
  db: TestProvider['db'],
  accountId: string,
  canary: string,
): Promise<Pick<Stranger, 'session' | 'personalToken' | 'avatar' | 'checkout'>> {
  const rows = { session: newId(), personalToken: newId(), avatar: newId(), checkout: newId() };
  await db.$client.query(
    `insert into sessions (id, account_id, refresh_hash, user_agent, created_at, last_used_at, expires_at)
     values ($1, $2, $3, $3, now(), now(), now() + interval '1 day')`,
    [rows.session, accountId, canary],
  );
  await db.$client.query(
    `insert into personal_tokens (id, account_id, name, scope, hash, created_at) values ($1, $2, $3, 'read', $3, now())`,
    [rows.personalToken, accountId, canary],
  );
  await db.$client.query(
    'insert into avatars (id, account_id, bytes, created_at) values ($1, $2, $3, now())',
    [rows.avatar, accountId, Buffer.from(canary)],
  );
  await db.$client.query(
    `insert into billing_checkouts (account_id, id, session_id, cycle, state, created_at)
     values ($1, $2, $3, 'monthly', 'complete', now())`,
    [accountId, rows.checkout, canary],
  );
  await db.$client.query('update accounts set avatar = $1 where id = $2', [rows.avatar, accountId]);
  return rows;
}

/** Returns every row of an account as text, to detect any change. */
export async function snapshotOf({ db }: Pick<TestProvider, 'db'>, accountId: string): Promise<string[]> {
  const { rows } = await db.$client.query<{ row: string }>(
    `select row_to_json(a)::text as row from accounts a where id = $1
     union all select row_to_json(s)::text from spaces s where account_id = $1
     union all select row_to_json(c)::text from collections c where account_id = $1
     union all select row_to_json(b)::text from bookmarks b where account_id = $1
     union all select row_to_json(l)::text from bookmark_collections l join spaces s on s.id = l.space_id
       where s.account_id = $1
     union all select row_to_json(t)::text from tags t join spaces s on s.id = t.space_id where s.account_id = $1
     union all select row_to_json(h)::text from changes h where account_id = $1
     union all select row_to_json(r)::text from change_rows r join changes h on h.id = r.change_id
       where h.account_id = $1
     union all select row_to_json(k)::text from key_changes k where account_id = $1
     union all select row_to_json(e)::text from key_change_rows e join key_changes k on k.id = e.change_id
       where k.account_id = $1
     union all select row_to_json(i)::text from imports i where account_id = $1
     union all select row_to_json(x)::text from sessions x where account_id = $1
     union all select row_to_json(p)::text from personal_tokens p where account_id = $1
     union all select row_to_json(h)::text from highlights h where account_id = $1
     union all select row_to_json(v)::text from avatars v where account_id = $1
     union all select row_to_json(y)::text from billing_checkouts y where account_id = $1`,
    [accountId],
  );
  return rows.map(({ row }) => row).sort();
}

/** Returns the id of the account's row that the path of an operation refers to. */
export function rowOf(id: OperationId, owner: Stranger): string {
  if (id === 'account.avatar') return owner.avatar;
  if (id.startsWith('billing.')) return owner.checkout;
  if (id === 'account.deleteSession') return owner.session;
  if (id === 'account.deleteToken' || id === 'account.tokenCalls') return owner.personalToken;
  if (id === 'bookmarks.undo') return owner.change;
  if (id.endsWith('KeyChange')) return owner.keyChange;
  if (id === 'highlights.update' || id === 'highlights.delete') return owner.highlight;
  if (id.startsWith('tags.')) return owner.canary;
  if (id.endsWith('Import')) return owner.import;
  if (id.startsWith('collections.')) return owner.collection;
  return id.startsWith('spaces.') ? owner.spaceId : owner.bookmark;
}

const tables = {
  spaces: `select to_jsonb(x) - 'last_activity_at' - 'revision' as row from spaces x where account_id = $1`,
  collections: 'select to_jsonb(x) as row from collections x where account_id = $1',
  bookmarks: 'select to_jsonb(x) as row from bookmarks x where account_id = $1',
  links: `select to_jsonb(x) as row from bookmark_collections x join spaces s on s.id = x.space_id
    where s.account_id = $1`,
  tags: 'select to_jsonb(x) as row from tags x join spaces s on s.id = x.space_id where s.account_id = $1',
  changes: `select to_jsonb(x) as row from changes x where account_id = $1`,
};

/** Returns the whole library of an account, in all spaces, except the time of the last activity in a space. */
export async function libraryOf(
  { $client }: Database,
  { accountId }: { accountId: string },
): Promise<Record<string, string[]>> {
  const library: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(tables)) {
    const { rows } = await $client.query<{ row: unknown }>(text, [accountId]);
    library[name] = rows.map(({ row }) => JSON.stringify(row)).sort();
  }
  return library;
}

/** Returns derived data of a space that differs from its rows: counters, links and words. */
export async function wrongIn(db: Database, spaceId: string): Promise<unknown[]> {
  return [...(await wrongCounters(db, spaceId)), ...(await wrongWords(db, spaceId))];
}

/** Returns every counter that differs from the actual count. */
export async function wrongCounters({ $client }: Database, spaceId: string): Promise<unknown[]> {
  const { rows } = await $client.query<{ kept: unknown; counted: unknown }>(
    `with live as (select * from bookmarks where space_id = $1 and deleted_at is null)
    select 'bookmarks' what, bookmark_count kept, (select count(*) from live) counted from spaces where id = $1
    union all select 'favorites', favorite_count, (select count(*) from live where favorite) from spaces where id = $1
    union all select 'trash', trash_count, (select count(*) from bookmarks where space_id = $1 and deleted_at is not null)
      from spaces where id = $1
    union all select 'bytes', stored_bytes, (select coalesce(sum(stored_bytes), 0) from bookmarks where space_id = $1)
      from spaces where id = $1
    union all select 'collections', collection_count, (select count(*) from collections where space_id = $1)
      from spaces where id = $1
    union all select c.name, c.bookmark_count, (select count(*) from bookmark_collections l join live b on b.id = l.bookmark_id
      where l.collection_id = c.id) from collections c where c.space_id = $1
    union all select c.name || ' as shown', c.shown_count, (select count(*) from bookmark_collections l
      join live b on b.id = l.bookmark_id and not b.encrypted where l.collection_id = c.id)
      from collections c where c.space_id = $1 and c.shown_count is not null and c.security = 1
    union all select 'tag ' || coalesce(t.key, u.key), t.bookmark_count, u.n from (select * from tags where space_id = $1) t
      full join (select mw_tag_key(tag) as key, count(*) n from live, unnest(tags) tag group by 1) u on u.key = t.key
    union all select 'link ' || l.bookmark_id, 1, 0 from bookmark_collections l
      left join bookmarks b on b.id = l.bookmark_id left join collections c on c.id = l.collection_id
      where l.space_id = $1 and (b.id is null or c.id is null or l.live <> (b.deleted_at is null)
        or b.space_id <> l.space_id or c.space_id <> l.space_id or b.created_at <> l.created_at)
    union all select 'uncategorized beside another ' || l.bookmark_id, 0, 1 from bookmark_collections l
      join collections d on d.id = l.collection_id and d.is_default
      where l.space_id = $1 and exists (select from bookmark_collections o
        where o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id)
    union all select 'without a collection ' || b.id, 0, 1 from bookmarks b where b.space_id = $1
      and not exists (select 1 from bookmark_collections l where l.bookmark_id = b.id)`,
    [spaceId],
  );
  return rows.filter(({ kept, counted }) => Number(kept) !== Number(counted));
}

interface TextRow {
  id: string;
  title: string;
  description: string;
  tags: string[];
  domain: string;
  path: string;
}

/** Returns bookmarks whose stored search words differ from their texts: see [Note: Search columns]. */
async function wrongWords({ $client }: Database, spaceId: string): Promise<unknown[]> {
  const { rows } = await $client.query<TextRow>(
    `select id, title, coalesce(description, '') as description, tags, domain, path
     from bookmarks where space_id = $1 and not encrypted`,
    [spaceId],
  );
  const derived = rows.map((row) => ({ id: row.id, ...searchColumns(row) }));
  const wrong = await $client.query<{ title: string }>(
    `select b.title, b.tags, b.search::text, u.search as derived
     from jsonb_to_recordset($1) as u (id uuid, "titleKey" text, search text, type text) join bookmarks b on b.id = u.id
     where b.search <> u.search::tsvector or b.title_key <> u."titleKey"
       or b.type is distinct from u.type`,
    [JSON.stringify(derived)],
  );
  return wrong.rows;
}
