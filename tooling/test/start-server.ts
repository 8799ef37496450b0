import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { serverArguments, serverEnv } from '@/tooling/launch/build.mjs';
import { freePort } from './free-port';

/** The production build, served by a separate process. */
export interface TestServer {
  url: string;
  /** Process id of the app. */
  pid: number;
  /** Stops it with SIGTERM and waits for its exit; returns the exit code. */
  stop(): Promise<number | null>;
  /** Kills it with SIGKILL and waits for its exit. */
  kill(): Promise<void>;
}

interface ServerOptions {
  dataDir: string;
  env?: Record<string, string>;
  /** File for its output, which is discarded by default. */
  logFile?: string;
  port?: number;
}

const START_TIMEOUT_MS = 180_000;

/** Creates a DATA_DIR that the database's user may traverse even if root created it. */
export function makeDataDir(name: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `markwell-${name}-`));
  fs.chmodSync(folder, 0o711);
  return folder;
}

/** Starts the server bundle and waits for its ready message. */
export async function startServer({ dataDir, env, logFile, port }: ServerOptions): Promise<TestServer> {
  const chosenPort = port ?? (await freePort());
  const output = logFile === undefined ? 'ignore' : fs.openSync(logFile, 'a');
  const child = spawn(process.execPath, serverArguments, {
    env: {
      ...process.env,
      ...serverEnv,
      PORT: String(chosenPort),
      APP_URL: `http://localhost:${chosenPort}`,
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', output, output, 'ipc'],
  });
  if (typeof output === 'number') fs.closeSync(output);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  await untilReady(child, exited);
  return {
    url: `http://localhost:${chosenPort}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function untilReady(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  const ready = once(child, 'message', { signal: timeout });
  const outcome = await Promise.race([ready.then(() => true), exited.then(() => false)]);
  if (!outcome) throw new Error('The server ended during its start.');
}
