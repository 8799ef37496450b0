import fs from 'node:fs';
import path from 'node:path';
import { Client, Pool } from 'pg';
import { afterAll, inject } from 'vitest';

/**
 * Records each text that the service sends to the database, for the check at the end of the run (global-setup.ts).
 * Excludes statements of tests: those whose nearest caller in provider/ is a test or its fixtures. The query builder
 * sends from its own microtask, without such a caller; tests do not use it.
 */
const service = new Set<string>();
const tests = new Set<string>();

type Origin = 'service' | 'test' | 'unknown';

function originOfCall(): Origin {
  const frame = (new Error().stack ?? '')
    .split('\n')
    .find((line) => line.includes('/provider/') && !line.includes('record-statements'));
  if (frame === undefined) return 'unknown';
  return /\/provider\/testing\/|\.test\.ts|\/testing\//.test(frame) ? 'test' : 'service';
}

function record(statement: unknown, isFromPool: boolean): void {
  const text =
    typeof statement === 'string'
      ? statement
      : typeof statement === 'object' && statement !== null && 'text' in statement
        ? statement.text
        : undefined;
  if (typeof text !== 'string' || service.has(text)) return;
  const origin = originOfCall();
  if (origin === 'test') tests.add(text);
  // A pool passes the text to a client later, without its caller.
  else if (origin === 'service' || isFromPool || !tests.has(text)) service.add(text);
}

/** The files of a worker share the driver, whose functions are replaced once; each file records into its own sets. */
const holder = globalThis as { recordStatement?: typeof record };
const isFirstFile = holder.recordStatement === undefined;
holder.recordStatement = record;

function recordCalls(prototype: object, isFromPool: boolean): void {
  const target = prototype as { query: (...args: unknown[]) => unknown };
  const original = target.query;
  target.query = function (this: unknown, ...args: unknown[]) {
    holder.recordStatement?.(args[0], isFromPool);
    return original.apply(this, args);
  };
}

if (isFirstFile) {
  recordCalls(Client.prototype, false);
  recordCalls(Pool.prototype, true);
}

afterAll(() => {
  const file = path.join(inject('statementsFolder'), `${process.pid}-${process.hrtime.bigint()}.json`);
  fs.writeFileSync(file, JSON.stringify([...service]));
  service.clear();
});
