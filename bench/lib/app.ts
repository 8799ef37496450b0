import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { serverArguments, serverEnv } from '@/tooling/launch/build.mjs';
import { startPostgres, type RunningPostgres } from '@/server/postgres/start-postgres';

export const root = path.resolve(import.meta.dirname, '../..');

export interface RunningServer {
  origin: string;
  pid: number;
  isAlive(): boolean;
  stop(): Promise<void>;
}

export interface RunningApp extends RunningServer {
  databaseUrl: string;
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function waitForResponse(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode} before it answered`);
    const response = await fetch(url).catch(() => null);
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function launch(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  probe: string,
): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    args.map((arg) => (arg === '$PORT' ? String(port) : arg)),
    {
      cwd,
      env: {
        ...process.env,
        NEXT_TELEMETRY_DISABLED: '1',
        NODE_ENV: 'production',
        ...env,
        PORT: String(port),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const origin = `http://127.0.0.1:${port}`;
  await waitForResponse(`${origin}${probe}`, child);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    origin,
    pid: child.pid ?? 0,
    isAlive,
    stop: () =>
      new Promise((resolve) => {
        if (!isAlive()) {
          resolve();
          return;
        }
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** Starts the floor, the minimal application of the same framework version that ratios refer to. */
export function startFloor(): Promise<RunningServer> {
  const next = path.join(root, 'node_modules/next/dist/bin/next');
  return launch([next, 'start', '-p', '$PORT'], path.join(root, 'bench/floor'), {}, '/empty');
}

/**
 * Starts the production build on a database with the settings of a real installation. Its folder is removed on `stop`.
 */
export async function startApp({
  rateLimitScale = 1_000_000,
  env = {},
}: { rateLimitScale?: number; env?: Record<string, string> } = {}): Promise<RunningApp> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-bench-'));
  // As root, PostgreSQL runs as another user, and would store its data outside of this folder.
  fs.chmodSync(dataDir, 0o711);
  const database: RunningPostgres = await startPostgres({ dataDir, log: () => undefined });
  const app = await launch(
    serverArguments,
    root,
    {
      ...serverEnv,
      DATA_DIR: path.join(dataDir, 'app'),
      DATABASE_URL: database.url,
      SESSION_SECRET: randomBytes(32).toString('base64'),
      RATE_LIMIT_SCALE: String(rateLimitScale),
      // The measured requests do not compete with those of jobs to pages that no network reaches.
      PAGE_TEXTS: 'off',
      COVERS: 'off',
      COPIES: 'off',
      APP_URL: '',
      ...env,
    },
    '/v1/health',
  );
  return {
    ...app,
    databaseUrl: database.url,
    stop: async () => {
      await app.stop();
      await database.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Visitor {
  email: string;
  cookie: string;
  accountId: string;
  spaceId: string;
  headers: Record<string, string>;
}

const password = 'correct horse battery staple';

/** Registers an account and signs it in like a browser; the result has the session cookie. */
export async function signIn(origin: string, name: string): Promise<Visitor> {
  const headers = { 'content-type': 'application/json', origin, 'sec-fetch-site': 'same-origin' };
  const email = `${name}@bench.example`;
  const registered = await fetch(`${origin}/v1/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ firstName: 'Bench', lastName: name, email, password }),
  });
  if (registered.status !== 201) throw new Error(`register: ${registered.status} ${await registered.text()}`);
  const { cookie, account } = await logIn(headers, email);
  return { email, cookie, accountId: account.uuid, spaceId: account.space, headers: { ...headers, cookie } };
}

/** Sends a request as the visitor and returns the response body; throws if it is an error. */
export async function requestJson<T>(
  { origin }: RunningApp,
  { headers }: Visitor,
  path: string,
  init: RequestInit = {},
): Promise<T> {
  const response = await fetch(`${origin}/v1${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Signs an account in again: the server replaces session cookies after some minutes, which benchmarks ignore. */
export async function signInAgain(visitor: Visitor): Promise<void> {
  const { cookie } = await logIn(visitor.headers, visitor.email);
  visitor.cookie = cookie;
  visitor.headers['cookie'] = cookie;
}

async function logIn(headers: Record<string, string>, email: string) {
  const { origin = '' } = headers;
  const response = await fetch(`${origin}/v1/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 200) throw new Error(`login: ${response.status} ${await response.text()}`);
  const { account } = (await response.json()) as { account: { uuid: string; space: string } };
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return { cookie, account };
}

/** Memory of processes and their descendants in MB; shared pages are divided among the processes that share them (Linux). */
export function residentShareMb(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const children = fs
      .globSync(`/proc/${pid}/task/*/children`)
      .flatMap((file) => fs.readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number));
    return sum + Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024 + residentShareMb(children);
  }, 0);
}

/** Resident memory of a process in MB (Linux). */
export function residentMb(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
