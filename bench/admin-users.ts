import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fillAccounts } from '@/bench/data/accounts';
import { call, startProvider, type Client } from '@/bench/lib/provider-client';
import { quantile, time } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';
import { openDatabase } from '@/provider/db/client';
import { migrate } from '@/provider/db/migrate';
import { refreshActivity } from '@/provider/modules/admin/jobs';
import { signUp } from '@/provider/testing/accounts';
import { startPostgres } from '@/server/postgres/start-postgres';

const accounts = 1_000_000;
const runs = 15;

/** Typical queries of an administrator: common and rare search terms, filters, sort orders, and combinations. */
const queries = [
  '',
  'sortField=lastActive',
  'sortField=bookmarks',
  'sortField=email&sortOrder=ASC',
  'q=silva',
  'q=grace+hopper',
  'q=hopper%40',
  'q=gmail.example&sortField=bookmarks',
  'q=university',
  'q=zoe.zimmermann123',
  'q=nobody+at+all',
  'q=zz',
  'q=z&sortField=email&sortOrder=ASC',
  'plan=pro&sortField=lastActive',
  'plan=pro&q=nakamura&sortField=bookmarks',
  'suspended=true',
  'suspended=true&plan=pro&sortField=email',
  'verified=false&suspended=false&admin=false&sortField=bookmarks',
  'admin=true',
  'plan=free&verified=true&q=ana.',
  'page=200&size=50',
];

const read = (operator: Client, address: string) =>
  call<{ pagination: { next: string | null } }>(operator, `/admin/${address}`);

async function measureLists(operator: Client): Promise<void> {
  const all: number[] = [];
  for (const query of queries) {
    const page = () => read(operator, `users?${query}`);
    await time(3, page);
    const taken = await time(runs, page);
    record({ name: `users?${query}, median`, value: quantile(taken, 0.5), unit: 'ms' });
    all.push(...taken);
  }
  record({ name: 'users, all queries, median', value: quantile(all, 0.5), unit: 'ms' });
  atMost('users, all queries, p95', quantile(all, 0.95), 50, 'ms');
}

/** Measures 100 consecutive pages read by cursor, far from the start. */
async function measureCursorPages(operator: Client): Promise<void> {
  let cursor = '';
  const taken = await time(100, async () => {
    const { next } = (await read(operator, `users?size=200&plan=pro&sortField=email${cursor}`)).pagination;
    cursor = next === null ? '' : `&cursor=${next}`;
  });
  record({ name: 'users, 100 pages of 200 by cursor, p95', value: quantile(taken, 0.95), unit: 'ms' });
}

async function measure(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const db = openDatabase({ url: databaseUrl });
  try {
    const { provider, deps } = startProvider(db);
    const person = await signUp(deps, { admin: true });
    const operator = { provider, person };
    await fillAccounts(databaseUrl, accounts);
    await refreshActivity({ db });
    await db.$client.query('vacuum analyze account_activity');
    const [refreshed = 0] = await time(1, () => refreshActivity({ db }));
    record({ name: 'activity of all accounts, nothing changed', value: refreshed / 1_000, unit: 's' });
    await measureLists(operator);
    await measureCursorPages(operator);
    const one = await time(50, () => read(operator, `users/${person.accountId}`));
    record({ name: 'one account, p95', value: quantile(one, 0.95), unit: 'ms' });
    const stats = await time(5, () => read(operator, 'stats'));
    record({ name: 'stats, median', value: quantile(stats, 0.5), unit: 'ms' });
  } finally {
    await db.$client.end();
  }
}

/** Measures the administrators' account list with a million accounts, called directly on the provider. */
export async function adminUsers(): Promise<void> {
  section(`Administration of ${accounts.toLocaleString('en')} accounts`);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-bench-'));
  // As root, PostgreSQL runs as another user, and would store a million accounts outside of this folder.
  fs.chmodSync(dataDir, 0o711);
  const postgres = await startPostgres({ dataDir, log: () => undefined });
  try {
    await measure(postgres.url);
  } finally {
    await postgres.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
