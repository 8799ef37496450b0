import fs from 'node:fs';
import type { Log } from '@/lib/observability/log';

/** Prints one line to standard output, for the operator. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

const isTimed = process.argv.includes('--timings');

/** Runs a part of the start. With `--timings` it prints when the part began and ended, in seconds since the process began. */
export async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  const seconds = (time: number): string => (time / 1_000).toFixed(2);
  if (isTimed) printLine(`${seconds(begun)} s to ${seconds(performance.now())} s: ${name}`);
  return result;
}

/** Loads `.env` of the working directory if it exists. Variables that are already set take precedence. */
export function loadDotEnv(): void {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
}

/** An error in one request or job must not end the others: it is logged, and the process continues. */
export function logUnhandledErrors(log: Log): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'));
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'));
}

/** Runs the body of a program. An error is printed as one line, and the process exits with code 1. */
export async function runProgram(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    printLine(messageOf(error));
    process.exit(1);
  }
}

/** npm repeats a signal that the terminal has sent to the program as well. */
const REPEATED_SIGNAL_MS = 250;

/**
 * Calls `stop` once on a signal or when the launcher disconnects, then exits. A second signal exits immediately; the
 * next start recovers.
 */
export function onShutdownSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  const begin = (signal: string): void => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > REPEATED_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    if (signal === 'SIGINT') printLine('Stopping …');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        printLine(messageOf(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => begin(signal));
  process.once('disconnect', () => begin('disconnect'));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
