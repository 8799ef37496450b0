import { spawn } from 'node:child_process';

/** Delay of the first restart; it doubles with each further crash, up to the maximum. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** A program that ran this long starts again after the first delay. */
const STABLE_MS = 60_000;

/**
 * Runs a program and starts it again after a crash, with increasing delays, until it is stopped. The program sends an
 * IPC message when it is ready. If it exits with an error code before that for the first time, its configuration is
 * invalid: it has said why, and is not started again unless it is optional. It exits with 0 only when it was stopped.
 *
 * The IPC channel also lets the program detect that this process was killed.
 *
 * Plain JavaScript with only Node's built-in modules: the launcher runs it before packages are installed.
 * @param {import('./supervise.d.mts').SupervisedProgram} program
 */
export function supervise({ name, command, args, env, report, optional = false }) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {NodeJS.Timeout | undefined} */
  let restart;
  let isStopping = false;
  let wasReady = false;
  let delayMs = FIRST_DELAY_MS;
  /** @type {PromiseWithResolvers<number>} */
  const ended = Promise.withResolvers();

  const start = () => {
    const startedAt = Date.now();
    child = spawn(command, args, {
      ...(env && { env }),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Its own process group: Ctrl+C in a terminal reaches only this process, which then stops it.
      detached: optional,
    });
    child.on('message', () => (wasReady = true));
    // 'close' follows if the process could not be created.
    child.once('error', (error) => optional || ended.reject(error));
    child.once('close', (code, signal) => {
      child = undefined;
      const isRefused = code !== null && !wasReady && !optional;
      if (isStopping || (code === 0 && !optional) || isRefused) {
        ended.resolve(code ?? 1);
        return;
      }
      if (Date.now() - startedAt > STABLE_MS) delayMs = FIRST_DELAY_MS;
      const cause = signal === null ? `exit code ${code}` : signal;
      report(`${name} ended unexpectedly (${cause}) and is started again in ${delayMs / 1000} s.`);
      restart = setTimeout(start, delayMs);
      delayMs = Math.min(2 * delayMs, MAX_DELAY_MS);
    });
  };

  start();
  return {
    /** Resolves with the exit code when the program was stopped or cannot be started. */
    ended: ended.promise,
    /**
     * Prevents further starts. The signal is sent to the running program; null if the program has received it already.
     * @param {NodeJS.Signals | null} signal
     */
    stop: (signal) => {
      isStopping = true;
      if (restart !== undefined && child === undefined) {
        clearTimeout(restart);
        ended.resolve(0);
      }
      if (signal !== null) child?.kill(signal);
    },
  };
}
