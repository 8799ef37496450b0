import type { Database } from '@/provider/db/client';

const transactionControl = /^(?:begin|commit|rollback)\b/;

/** How many statements a piece of work sends to the database, beside those that begin and end transactions. */
export async function countStatements({ $client }: Database, work: () => Promise<unknown>): Promise<number> {
  const client = await $client.connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const original = prototype.query;
  let count = 0;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    if (!transactionControl.test(String(args[0]))) count += 1;
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return count;
}
