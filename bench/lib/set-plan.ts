import { Client } from 'pg';
import type { RunningApp, Visitor } from '@/bench/lib/app';

/** Sets the plan of an account in the database. */
export async function setPlan(
  { databaseUrl }: Pick<RunningApp, 'databaseUrl'>,
  { accountId }: Pick<Visitor, 'accountId'>,
  plan: 'free' | 'pro',
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('update accounts set plan = $2 where id = $1', [accountId, plan]);
  } finally {
    await client.end();
  }
}
