import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, root } from '@/bench/lib/app';
import { atMost, record, section } from '@/bench/lib/report';

/** Measures `npm start` with an existing build and database, until the health check succeeds. */
export async function secondStart(): Promise<void> {
  section('Start');
  atMost('second start', await measureStart(), 3, 's');
}

/** Records the first start of a built checkout, and returns the seconds of the second one. */
export async function measureStart(): Promise<number> {
  const folder = makeFolder();
  try {
    const dataDir = path.join(folder, 'data');
    record({ name: 'first start of a built checkout', value: await start(root, dataDir), unit: 's' });
    return await start(root, dataDir);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures `npm start` in a clone of the last commit, which installs, builds and creates the database. */
export async function freshStart(): Promise<void> {
  section('Start of a fresh clone');
  const folder = makeFolder();
  try {
    const clone = path.join(folder, 'markwell');
    execFileSync('git', ['clone', '--quiet', root, clone]);
    atMost('fresh clone', await start(clone, path.join(clone, '.data')), 120, 's');
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a temporary folder that other users may traverse: as root, the database runs as another user. */
function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-start-'));
  fs.chmodSync(folder, 0o711);
  return folder;
}

/** Returns the seconds from `npm start` to the first successful health check. */
async function start(checkout: string, dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  await untilHealthy(`http://localhost:${port}/v1/health`, child);
  const seconds = (performance.now() - startedAt) / 1000;
  process.kill(serverPid(dataDir), 'SIGTERM');
  await exited;
  return seconds;
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`npm start exited with ${child.exitCode}`);
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await sleep(20);
  }
}

/** Returns the process id of the server from the lock file; the launchers exit with that process. */
function serverPid(dataDir: string): number {
  const owner = JSON.parse(fs.readFileSync(path.join(dataDir, 'lock'), 'utf8')) as { pid: number };
  return owner.pid;
}
