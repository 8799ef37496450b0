import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { serve, type ServerType } from '@hono/node-server';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestProvider } from '@/provider/testing/test-provider';

const { call, signUp, db, provider } = await createTestProvider();
const run = promisify(execFile);

/** The blocks of docs/api.md in a language. */
const blocksOf = (language: string): string[] =>
  [...fs.readFileSync('docs/api.md', 'utf8').matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(
    ([, found, text = '']) => (found === language ? [text] : []),
  );

const servers: ServerType[] = [];
afterAll(() => servers.map((server) => server.close()));

/** Serves `/v1` on a port of its own, and creates a token of a new account. */
async function openInstallation(): Promise<NodeJS.ProcessEnv> {
  const port = await new Promise<number>((resolve) => {
    const fetch = (request: Request) => provider.fetch(request);
    servers.push(serve({ fetch, port: 0, hostname: '127.0.0.1' }, (address) => resolve(address.port)));
  });
  const person = await signUp();
  await db.$client.query('update accounts set email_verified_at = now() where id = $1', [person.accountId]);
  const body = { name: 'Guide', scope: 'write' as const, currentPassword: person.password };
  const created = await call('account.createToken', { body }, person);
  return { ...process.env, MARKWELL: `http://127.0.0.1:${port}`, TOKEN: created.body.token };
}

// Guarantee: a reader who copies the commands of docs/api.md gets what the text says.
test('every command of the guide succeeds', async () => {
  const env = await openInstallation();
  const blocks = blocksOf('sh');
  expect(blocks.length).toBeGreaterThan(9);
  const script = blocks.map((block, index) => `echo; echo '@@ ${index}'\n${block}`).join('\n');
  const { stdout } = await run('sh', ['-euc', script], { env });
  const outputs = stdout.split(/^@@ \d+$/m).slice(1);
  expect(outputs).toHaveLength(blocks.length);
  const [account, created, found, changed] = outputs.map((text) => text.trim());
  expect(JSON.parse(account ?? '')).toMatchObject({ emailVerified: true });
  expect(JSON.parse(created ?? '')).toMatchObject({ tags: 'first,try' });
  expect(JSON.parse(found ?? '')).toMatchObject({ bookmarks: [{ title: 'Example' }] });
  expect(JSON.parse(changed ?? '')).toMatchObject({ favorite: true, notes: 'Read this again.' });
  const changes = outputs.find((text) => text.includes('"hasMore"')) ?? '';
  expect(changes).toContain('"type":"created"');
  expect(JSON.parse(outputs.at(-1) ?? '')).toMatchObject({ status: 422, code: 'VALIDATION_FAILED' });
});

describe('the client of the guide, generated from the document', () => {
  const folder = fs.mkdtempSync(path.join('node_modules', '.api-client-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  const [program = ''] = blocksOf('ts');
  const file = path.join(folder, 'first-steps.ts');

  test('has matching types, and runs the first steps', async () => {
    const env = await openInstallation();
    const document = await openapiTS(new URL(`${env['MARKWELL']}/v1/openapi.json`));
    fs.writeFileSync(path.join(folder, 'markwell.ts'), astToString(document));
    fs.writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    fs.writeFileSync(file, program);
    const options = [
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      '--ignoreConfig',
      '--allowImportingTsExtensions',
    ];
    const target = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    const types = await run(process.execPath, [tsc, ...options, ...target, file]).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(types.stdout).toBe('');
    const { stdout } = await run(process.execPath, ['--import', 'tsx', file], { env });
    expect(stdout).toContain("[ 'Typed' ] false");
  });
});
