import path from 'node:path';

/** The checkout. */
export const ROOT = path.dirname(path.dirname(import.meta.dirname));

const REMINDER_MS = 10_000;

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Ends with one line that says why.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}

/**
 * Says what is being done, that it still is, and how long it took.
 * @template T
 * @param {string} what such as "Installing packages"
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
