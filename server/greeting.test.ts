import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseEnv } from '@/lib/env/parse-env';
import { startOwnDatabase } from '@/server/database';
import { greeting } from '@/server/greeting';

let DATA_DIR = '';

beforeEach(() => {
  DATA_DIR = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-greeting-'));
});

afterEach(() => fs.rmSync(DATA_DIR, { recursive: true }));

test('with a provider elsewhere no database is started, and the greeting names its address', async () => {
  const env = parseEnv({ DATA_DIR, API_URL: 'https://api.example.org' });
  const database = await startOwnDatabase(env);
  expect(database.url).toBe('');
  expect(fs.readdirSync(DATA_DIR)).toEqual(['secret']);
  const text = greeting(env).join('\n');
  expect(text).toContain('https://api.example.org');
  expect(text).not.toMatch(/first account|seed|outbox/);
  await database.close();
});

test('with the own provider the greeting tells how to get the first account and where mails are', () => {
  const text = greeting(parseEnv({ DATA_DIR })).join('\n');
  expect(text).toMatch(/the first account becomes the administrator/);
  expect(text).toContain(path.join(DATA_DIR, 'outbox'));
});
