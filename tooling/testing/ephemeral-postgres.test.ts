import fs from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startEphemeralPostgres } from './ephemeral-postgres';

test('an ephemeral server provides a role without superuser rights that may create extensions, folds case for all of Unicode, and removes its files', async () => {
  const server = await startEphemeralPostgres();
  const folder = new URL(server.url).searchParams.get('host') ?? '';
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ lower: string; superuser: string }>(
    `select lower('ÉŁÑ') as lower, current_setting('is_superuser') as superuser`,
  );
  await client.query('create extension pg_trgm');
  await client.query('create extension unaccent');
  await client.query('create extension btree_gin');
  await client.end();
  expect(rows).toEqual([{ lower: 'éłñ', superuser: 'off' }]);
  await server.stop();
  expect(fs.existsSync(folder)).toBe(false);
});
