import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { freePort } from '@/tooling/test/free-port';
import { makeDataDir } from '@/tooling/test/start-server';

const RECOVERY_TIMEOUT_MS = 60_000;

let dataDir = '';
let url = '';
let npm: ChildProcess;
let output = '';

beforeEach(async () => {
  dataDir = makeDataDir('launcher');
  const port = await freePort();
  url = `http://localhost:${port}`;
  output = '';
  // npm sets these for its scripts, and passes them on to the npm of a script.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  npm = spawn('npm', ['start'], {
    env: {
      ...Object.fromEntries(inherited),
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: url,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [npm.stdout, npm.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  await untilHealthy();
});

afterEach(async () => {
  npm.kill('SIGTERM');
  await untilUnlocked();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

async function until(what: string, isReached: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + RECOVERY_TIMEOUT_MS;
  while (!(await isReached())) {
    if (Date.now() > deadline) throw new Error(`${what} was not reached. Output:\n${output}`);
    await wait(50);
  }
}

const untilHealthy = () =>
  until('A healthy response', async () => {
    const response = await fetch(`${url}/v1/health`).catch(() => null);
    return response?.ok ?? false;
  });

/** Waits until the app has ended: it holds the lock of DATA_DIR, and stops its database first. */
const untilUnlocked = () => until('The end of the app', () => !fs.existsSync(path.join(dataDir, 'lock')));

/** Returns the process id of the app, which is in the lock of DATA_DIR. */
function appPid(): number {
  const lock: unknown = JSON.parse(fs.readFileSync(path.join(dataDir, 'lock'), 'utf8'));
  return z.object({ pid: z.int() }).parse(lock).pid;
}

function parentOf(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]);
}

test('a killed app is started again by npm start', async () => {
  const killed = appPid();
  process.kill(killed, 'SIGKILL');
  await until('A restart', () => output.includes('The app ended unexpectedly (SIGKILL)'));
  await untilHealthy();
  expect(appPid()).not.toBe(killed);
});

test.each<[string, NodeJS.Signals, () => number]>([
  ['npm', 'SIGTERM', () => npm.pid ?? 0],
  ['npm', 'SIGKILL', () => npm.pid ?? 0],
  ['the parent of the app', 'SIGTERM', () => parentOf(appPid())],
  ['the parent of the app', 'SIGKILL', () => parentOf(appPid())],
  ['the app', 'SIGTERM', appPid],
])(
  '%s receives %s: the app and its database stop, and nothing is started again',
  async (_name, signal, pid) => {
    const exited = once(npm, 'exit');
    process.kill(pid(), signal);
    await untilUnlocked();
    await exited;
    expect(fs.existsSync(path.join(dataDir, 'postgres/data/postmaster.pid'))).toBe(false);
    await expect(fetch(`${url}/v1/health`)).rejects.toThrow('fetch failed');
  },
);
