import path from 'node:path';

/** Root folder of the checkout. */
export const ROOT = path.dirname(path.dirname(import.meta.dirname));

const REMINDER_MS = 10_000;

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Exits with code 1 after printing the error message on one line.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

/**
 * Prints what is being done, a reminder while it runs, and how long it took.
 * @template T
 * @param {string} what for example "Installing packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(what, work) {
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  say(`${what} …`);
  const reminder = setInterval(() => say(`  still at it (${seconds()})`), REMINDER_MS);
  try {
    const result = await work();
    say(`  done (${seconds()})`);
    return result;
  } finally {
    clearInterval(reminder);
  }
}
