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
  import: string;
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
  const importId = newId();
  await db.$client.query(
    `insert into imports (id, account_id, space_id, status, dry_run, rows, created_at)
     values ($1, $2, $3, 'done', false, $4, now())`,
    [
      importId,
      person.accountId,
      person.spaceId,
      JSON.stringify([{ line: 1, reason: 'missing_url', title: canary, url: canary }]),
    ],
  );
  const uuids = [person.spaceId, space.uuid, collection.uuid, bookmark.body.uuid, importId];
  return {
    ...person,
    canary,
    bookmark: bookmark.body.uuid,
    collection: collection.uuid,
    import: importId,
    uuids,
  };
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
     union all select row_to_json(i)::text from imports i where account_id = $1`,
    [accountId],
  );
  return rows.map(({ row }) => row).sort();
}

/** The row of an account that the path of a call names. */
export function rowOf(id: OperationId, owner: Stranger): string {
  if (id.endsWith('Import')) return owner.import;
  if (id.startsWith('collections.')) return owner.collection;
  return id.startsWith('spaces.') ? owner.spaceId : owner.bookmark;
}
