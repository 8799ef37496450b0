import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { openDatabase, type Database, type DatabaseOptions } from '@/provider/db/client';
import { databaseUrl } from '@/provider/testing/global-setup';

/** A fresh migrated database for the calling test file, dropped when the file is done. */
export async function createTestDatabase(
  options: Pick<DatabaseOptions, 'storageQuotaBytes'> = {},
): Promise<{ db: Database; url: string }> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name} template ${inject('templateName')}`);
  const url = databaseUrl(server, name);
  const db = openDatabase({ url, ...options });
  afterAll(async () => {
    await db.$client.end();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });
  return { db, url };
}
