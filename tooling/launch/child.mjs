import { spawn } from 'node:child_process';

/**
 * Runs a program quietly; what it printed is shown only when it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, what: string }} options
 */
export async function runQuietly(command, args, { env, what }) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const code = await ending(child);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new Error(`${what} failed (exit code ${code}); its output is above.`);
}

/**
 * Hands the terminal and every signal over to a program and answers its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export async function runInPlace(command, args, env) {
  // The channel lets the program notice that this process was killed.
  const child = spawn(command, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // In a terminal Ctrl+C reaches the program as well; telling it twice would mean "at once".
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.once('disconnect', () => child.kill('SIGTERM'));
  return ending(child);
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function ending(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
