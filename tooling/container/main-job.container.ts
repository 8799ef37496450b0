import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findServerUser, spawnIds } from '@/server/postgres/os-user';
import { printLine } from '@/server/program';
import { serverArguments, serverEnv } from '@/tooling/launch/build.mjs';
import { freePort } from '@/tooling/test/free-port';
import { assembleImage, type Image } from './assemble';

// Runs the files that the Dockerfile copies in a separate folder, with only Node and a minimal environment, as an
// unprivileged user.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-container-'));
const app = path.join(folder, 'app');
const dataDir = path.join(folder, 'data');
const user = findServerUser();
const email = 'ada@example.test';
const password = `Long enough ${randomUUID()}`;
const metricsToken = randomUUID();

let image: Image;
let server: ChildProcess;
let exited: Promise<[number | null]>;
let output = '';
let url = '';
let env: Record<string, string> = {};
const headers: Record<string, string> = {};
const cookies = new Map<string, string>();

const ARTICLE = `<title>Lighthouse keeping</title><article><p>${'Keepers trim the lamp. '.repeat(60)}</p></article>`;

/** A site with an article and an icon. */
const site = http.createServer((request, response) => {
  if (request.url === '/favicon.ico') {
    response.writeHead(200, { 'content-type': 'image/png' }).end(fs.readFileSync('public/icon-192.png'));
  } else {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(ARTICLE);
  }
});
let siteHost = '';

beforeAll(async () => {
  image = assembleImage(app);
  installNode();
  fs.chmodSync(folder, 0o755);
  fs.mkdirSync(dataDir);
  if (user) fs.chownSync(dataDir, user.uid, user.gid);
  const port = await freePort();
  url = `http://localhost:${port}`;
  headers['origin'] = url;
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteHost = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  env = {
    ...image.env,
    PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin`,
    PORT: String(port),
    DATA_DIR: dataDir,
    FETCH_ALLOW: siteHost,
    METRICS_TOKEN: metricsToken,
  };
  await start();
});

afterAll(async () => {
  server.kill('SIGKILL');
  site.closeAllConnections();
  site.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Copies Node, as in the base image; the user may have no access to the pinned one. */
function installNode(): void {
  fs.mkdirSync(path.join(folder, 'bin'));
  fs.copyFileSync(process.execPath, path.join(folder, 'bin/node'));
}

async function start(): Promise<void> {
  const [command = '', ...args] = image.command;
  server = spawn(command, args, {
    cwd: app,
    env: asEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...spawnIds(user),
  });
  exited = once(server, 'exit') as Promise<[number | null]>;
  const ready = new Promise<true>((resolve) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Markwell is ready')) resolve(true);
      });
    }
  });
  const outcome = await Promise.race([ready, exited]);
  if (outcome !== true) throw new Error(`The server exited during its start:\n${output}`);
}

/** Next declares NODE_ENV as required; the image sets it. */
function asEnv(variables: Record<string, string>): NodeJS.ProcessEnv {
  return variables as Record<string, string> & { NODE_ENV: 'production' };
}

/** Sends a request with the stored cookies and stores the cookies of the response. */
async function call(method: string, target: string, body?: unknown): Promise<Response> {
  const response = await fetch(url + target, {
    method,
    headers: {
      ...headers,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return response;
}

async function mailedCode(): Promise<string> {
  const outbox = path.join(dataDir, 'outbox');
  const read = () =>
    (fs.existsSync(outbox) ? fs.readdirSync(outbox) : []).filter((name) => name.endsWith('.eml'));
  await expect.poll(() => read().length, { timeout: 30_000 }).toBeGreaterThan(0);
  const mail = fs.readFileSync(path.join(outbox, read()[0] ?? ''), 'utf8');
  return /^ {4}(\d{6})\r?$/m.exec(mail)?.[1] ?? '';
}

function megabytes(target: string): number {
  return Number(execFileSync('du', ['-sm', target], { encoding: 'utf8' }).split('\t')[0]);
}

test('the container starts like `npm start`', () => {
  const [node, ...args] = image.command;
  expect([node, ...args.map((argument) => path.resolve(argument))]).toEqual([
    'node',
    ...serverArguments.map((argument) => path.resolve(argument)),
  ]);
  expect(image.env).toMatchObject(serverEnv);
  const packages = megabytes(path.join(app, 'node_modules'));
  printLine(`The image holds ${megabytes(app)} MB, of which ${packages} MB are packages.`);
});

test('the settings of next.config.mjs apply', async () => {
  const { headers: received } = await fetch(url);
  expect(received.get('x-powered-by')).toBeNull();
  expect(received.get('x-frame-options')).toBe('DENY');
});

test('the files of the installed app are in the image', async () => {
  const worker = await fetch(`${url}/sw.js`);
  expect([worker.status, worker.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(worker.headers.get('content-security-policy')).toContain("connect-src 'self'");
  const built = (await worker.text()).match(/_next\/static\/chunks\/[\w.~-]+\.js/g) ?? [];
  const { icons } = (await (await fetch(`${url}/manifest.webmanifest`)).json()) as {
    icons: { src: string }[];
  };
  for (const file of ['offline.html', 'offline.js', built[0], ...icons.map(({ src }) => src.slice(1))]) {
    expect((await fetch(`${url}/${file}`)).status, file).toBe(200);
  }
});

test('the server warns about settings that weaken protection', async () => {
  await expect.poll(() => output).toContain('Warning: FETCH_ALLOW is set to');
});

test('the health check succeeds, and fails where nothing listens', async () => {
  const [command = '', ...args] = image.healthcheck;
  const check = (port?: string) =>
    spawnSync(command, args, { env: asEnv({ ...env, ...(port && { PORT: port }) }) }).status;
  expect(check()).toBe(0);
  expect(check(String(await freePort()))).toBe(1);
});

test('a user registers, verifies the email address and signs in', async () => {
  const account = { firstName: 'Ada', lastName: 'Lovelace', email, password };
  expect((await call('POST', '/v1/auth/register', account)).status).toBe(201);
  const code = await mailedCode();
  expect((await call('POST', '/v1/auth/verify-email', { email, code })).status).toBe(204);
  const signedIn = await call('POST', '/v1/auth/login', { email, password });
  expect(signedIn.status).toBe(200);
});

test('a bookmark is saved, listed, found, shown, read and exported', async () => {
  const bookmark = {
    uuid: randomUUID(),
    url: `http://${siteHost}/lighthouse`,
    title: 'Lighthouse keeping',
  };
  expect((await call('POST', '/v1/bookmarks/create', { ...bookmark, tags: 'sea' })).status).toBe(201);
  for (const target of ['/v1/bookmarks/list', '/v1/search?q=lighthouse', '/v1/bookmarks/export', '/']) {
    const response = await call('GET', target);
    expect([target, response.status]).toEqual([target, 200]);
    expect(await response.text()).toContain('Lighthouse keeping');
  }
  // A letter is returned until the icon has been fetched and decoded.
  const favicon = `/v1/preview/favicon?url=${encodeURIComponent(bookmark.url)}`;
  const typeOfIcon = async () => (await call('GET', favicon)).headers.get('content-type');
  await expect.poll(typeOfIcon, { timeout: 30_000 }).toBe('image/png');
  const content = await call('GET', `/v1/bookmarks/${bookmark.uuid}/content`);
  expect([content.status, await content.text()]).toEqual([200, expect.stringContaining('trim the lamp')]);
});

test('metrics require the token', async () => {
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const text = await response.text();
  expect(text).toMatch(/^markwell_requests_total\{operation="bookmarks.create",status="201"\} 1$/m);
  expect(text).toContain('markwell_database_up 1');
  expect(text).toContain('process_resident_memory_bytes');
});

/** Runs another program of the image as the user of the server. */
function runProgram(program: string, folderName: string, variables: Record<string, string> = {}) {
  const args = [`.next/serve/${program}.mjs`, path.join(dataDir, folderName)];
  const options = {
    cwd: app,
    env: asEnv({ ...env, ...variables }),
    encoding: 'utf8',
    ...spawnIds(user),
  } as const;
  const { status, stdout, stderr } = spawnSync('node', args, options);
  return { status, output: stdout + stderr };
}

test('a backup of the running app is restored in another folder', () => {
  expect(runProgram('backup', 'backup')).toEqual({
    status: 0,
    output: expect.stringMatching(/^Backed up \d+ rows of \d+ tables/) as string,
  });
  const refused = runProgram('restore', 'backup');
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('is not empty') as string });
  const restored = runProgram('restore', 'backup', { DATA_DIR: path.join(dataDir, 'restored') });
  expect(restored).toMatchObject({
    status: 0,
    output: expect.stringContaining('every checksum is equal') as string,
  });
});

test.runIf(user !== null)('neither the app nor its database runs as root', () => {
  const postmaster = fs
    .readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
    .split('\n')[0];
  for (const pid of [server.pid, postmaster]) {
    expect(fs.statSync(`/proc/${pid}`).uid).toBe(user?.uid);
  }
});

test('SIGTERM stops it with exit code 0, and its data is there after the next start', async () => {
  server.kill('SIGTERM');
  expect((await exited)[0]).toBe(0);
  output = '';
  await start();
  expect(await (await call('GET', '/v1/bookmarks/list')).text()).toContain('Lighthouse keeping');
  server.kill('SIGTERM');
  expect((await exited)[0]).toBe(0);
});
