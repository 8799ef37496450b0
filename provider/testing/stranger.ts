import { randomBytes } from 'node:crypto';
import type { OperationId } from '@/lib/contract/index';
import { newId } from '@/provider/services/new-id';
import type { TestAccount, TestProvider } from '@/provider/testing/test-provider';

/** An account with something of every kind, all of it marked. */
export interface Stranger extends TestAccount {
  /** Stands in every text that the account has written, and in no answer to anybody else. */
  canary: string;
  bookmark: string;
  collection: string;
  /** A change to many bookmarks that can be taken back. */
  change: string;
  import: string;
  /** A change of a key, with nothing put aside. */
  keyChange: string;
  /** Another session than the one that the token belongs to. */
  session: string;
  personalToken: string;
  avatar: string;
  uuids: string[];
}

/** Fills an account, a new one unless it is given, with a row of every kind. */
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
    ...security,
    uuids,
  };
}

async function addSecurityRows(
  db: TestProvider['db'],
  accountId: string,
  canary: string,
): Promise<Pick<Stranger, 'session' | 'personalToken' | 'avatar'>> {
  const rows = { session: newId(), personalToken: newId(), avatar: newId() };
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
  await db.$client.query('update accounts set avatar = $1 where id = $2', [rows.avatar, accountId]);
  return rows;
}

/** Every row of an account as text, to see whether anything of it has changed. */
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
     union all select row_to_json(v)::text from avatars v where account_id = $1`,
    [accountId],
  );
  return rows.map(({ row }) => row).sort();
}

/** The row of an account that the path of a call names. */
export function rowOf(id: OperationId, owner: Stranger): string {
  if (id === 'account.avatar') return owner.avatar;
  if (id === 'account.deleteSession') return owner.session;
  if (id === 'account.deleteToken') return owner.personalToken;
  if (id === 'bookmarks.undo') return owner.change;
  if (id.endsWith('KeyChange')) return owner.keyChange;
  if (id.startsWith('tags.')) return owner.canary;
  if (id.endsWith('Import')) return owner.import;
  if (id.startsWith('collections.')) return owner.collection;
  return id.startsWith('spaces.') ? owner.spaceId : owner.bookmark;
}
