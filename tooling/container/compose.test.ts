import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { workerArguments } from '@/server/worker-arguments.mjs';

const read = (file: string): string => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8');
const compose = read('../../compose.yaml');

// Guarantee: an injected statement can neither read files nor start programs.
test('the app of compose.yaml connects as a role without superuser rights', () => {
  const [, role = ''] = /DATABASE_URL: postgres:\/\/(\w+):/.exec(compose) ?? [];
  // The image creates POSTGRES_USER as a superuser.
  expect(compose).not.toContain('POSTGRES_USER');
  expect(compose).toContain('create-role.sql:/docker-entrypoint-initdb.d/create-role.sql:ro');
  expect(read('create-role.sql')).toMatch(new RegExp(`^create role ${role} login password`, 'm'));
  expect(read('create-role.sql')).not.toMatch(/superuser|createrole|createdb/);
});

test('compose.yaml publishes the app on the loopback interface by default', () => {
  expect(/ports:\n\s+- '(.*)'/.exec(compose)?.[1]).toBe('${PUBLISH:-127.0.0.1:3000}:3000');
});

test('the worker of compose.yaml runs with the same arguments as that beside the app', () => {
  const [, command = ''] = /command: \[(.*)\]/.exec(compose) ?? [];
  expect(command.replaceAll("'", '').split(', ')).toEqual([
    'node',
    ...workerArguments('.next/serve/worker.mjs'),
  ]);
  expect(compose).toMatch(/WORKER: 'off'[^]*WORKER: alone/);
});
