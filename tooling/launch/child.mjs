import { spawn } from 'node:child_process';

/**
 * Runs a program and prints its output only if it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, what: string }} options
 */
export async function runQuietly(command, args, { env, what }) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const code = await waitForExit(child);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new Error(`${what} failed (exit code ${code}); its output is above.`);
}

/**
 * Runs a program in the current terminal, forwards signals to it and returns its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export async function runInPlace(command, args, env) {
  // The IPC channel lets the program detect that this process was killed.
  const child = spawn(command, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  onStopSignal((signal) => signal !== null && child.kill(signal));
  return waitForExit(child);
}

/**
 * Calls back on each signal to stop, with the signal that child processes have to receive. It is null for Ctrl+C, which
 * the terminal also sends to them: a second signal would mean "exit immediately".
 * @param {(signal: NodeJS.Signals | null) => void} stop
 */
export function onStopSignal(stop) {
  let isStopping = false;
  /** @param {NodeJS.Signals | null} signal */
  const begin = (signal) => {
    isStopping = true;
    stop(signal);
  };
  process.on('SIGINT', () => begin(null));
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => begin(signal));
  onParentExit(() => isStopping || begin('SIGTERM'));
}

const PARENT_CHECK_MS = 500;

/**
 * Calls back when the launcher or npm has ended without a signal to this process, as after SIGKILL. Other parents may
 * end earlier, such as the shell of `nohup`.
 * @param {() => void} callback
 */
function onParentExit(callback) {
  process.once('disconnect', callback);
  if (process.connected || process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    callback();
  }, PARENT_CHECK_MS).unref();
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function waitForExit(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
