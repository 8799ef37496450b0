import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';

/** Another connection to the database, whose locks a call can be made to wait for. It is closed with the test. */
export async function createOutsider(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Resolves when just this many connections wait for a lock. */
export const untilSomebodyWaits = (client: Client, count = 1): Promise<void> =>
  expect
    .poll(
      async () => {
        const { rowCount } = await client.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rowCount;
      },
      { timeout: 20_000 },
    )
    .toBe(count);
