import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { parseEnv } from '@/lib/env/parse-env';
import { freePort } from '@/tooling/test/free-port';
import { startDatabase } from './database';

const SESSION_SECRET = 'qL8v0Zr4cJ2xW7tY1nB5mK9dF3hG6sPa';
let DATA_DIR = '';

beforeEach(() => {
  DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-database-'));
});

afterEach(() => fs.rmSync(DATA_DIR, { recursive: true }));

function start(DATABASE_URL: string) {
  return startDatabase(parseEnv({ DATA_DIR, DATABASE_URL, SESSION_SECRET }));
}

test('an unusable database is reported in one line with the variable, and the lock is released', async () => {
  const unused = `postgres://user:hunter2@127.0.0.1:${await freePort()}/markwell`;
  await expect(start(unused)).rejects.toThrow(
    /^DATABASE_URL cannot be used: nothing listens at its host and port\.$/,
  );
  await expect(start('postgres://user:hunter2@unknown.invalid/markwell')).rejects.toThrow(
    /^DATABASE_URL cannot be used: its host [^\n]*\.$/,
  );
  const missing = new URL(inject('postgresUrl'));
  missing.pathname = '/missing';
  await expect(start(missing.toString())).rejects.toThrow(
    'DATABASE_URL cannot be used: its database does not exist.',
  );
  expect(fs.readdirSync(DATA_DIR)).toEqual([]);
});
