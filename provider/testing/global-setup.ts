import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { findViolations } from '@/provider/testing/distribution';
import { migrate } from '@/provider/db/migrate';
import { startEphemeralPostgres } from '@/tooling/testing/ephemeral-postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL server with a migrated template database that is never written to. */
    postgresUrl: string;
    templateName: string;
    /** Folder to which each test file writes the statements of the service. */
    statementsFolder: string;
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Throws unless every statement of the service in this run filters by account: see provider/testing/distribution.ts.
 */
function requireAccounts(folder: string): void {
  const files = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
  const violations = findViolations(files.flatMap((file) => JSON.parse(file) as string[]));
  fs.rmSync(folder, { recursive: true });
  if (violations.length === 0) return;
  throw new Error(
    `Statements that do not name the account of a distributed table:\n${violations.join('\n')}`,
  );
}

/** Starts one server for the whole run, with one migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? undefined : await startEphemeralPostgres();
  const url = given ?? server?.url ?? '';
  const templateName = `markwell_template_${process.pid}`;
  await run(url, `create database ${templateName}`);
  await migrate(databaseUrl(url, templateName));
  project.provide('postgresUrl', url);
  project.provide('templateName', templateName);
  const statementsFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-statements-'));
  project.provide('statementsFolder', statementsFolder);
  return async () => {
    await run(url, `drop database if exists ${templateName} with (force)`);
    await server?.stop();
    requireAccounts(statementsFolder);
  };
}
