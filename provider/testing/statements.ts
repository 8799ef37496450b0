import type { Database } from '@/provider/db/client';
import { inTransaction } from '@/provider/db/transaction';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export interface RowsRead {
  /** Number of rows read per table, including filtered ones. */
  read: Readonly<Record<string, number>>;
  /** Tables that were read with a sequential scan. */
  scanned: readonly string[];
}

/**
 * Counts the rows that read-only work reads from the database: each of its statements is executed again with EXPLAIN
 * ANALYZE and the settings of its transaction, and with `further` ones.
 */
export async function countRows(
  db: Database,
  work: () => Promise<unknown>,
  further: readonly string[] = [],
): Promise<RowsRead> {
  const read: Record<string, number> = {};
  const scanned: string[] = [];
  for (const { text, values, settings } of await statementsOf(db, work)) {
    // An estimate of the planner reads no rows.
    if (text.startsWith('explain')) continue;
    const { rows } = await inTransaction(
      db,
      (tx) =>
        tx.$client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
          `explain (analyze, format json) ${text}`,
          values,
        ),
      [...settings, ...further],
    );
    for (const node of rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => nodesOf(Plan)) ?? []) {
      const table = node['Relation Name'];
      if (table === undefined) continue;
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      read[table] = (read[table] ?? 0) + (node['Actual Rows'] + removed) * node['Actual Loops'];
      if (node['Node Type'] === 'Seq Scan') scanned.push(table);
    }
  }
  return { read, scanned };
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

interface Sent {
  text: string;
  values: unknown[];
  /** `set local` statements of its transaction. */
  settings: readonly string[];
}

const isConfig = (statement: unknown): statement is { text: string; values?: unknown[] } =>
  typeof statement === 'object' && statement !== null && 'text' in statement;

/** Returns the statements that were sent with parameters. */
export async function statementsOf({ $client }: Database, work: () => Promise<unknown>): Promise<Sent[]> {
  const client = await $client.connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const original = prototype.query;
  const sent: Sent[] = [];
  const settingsOf = new WeakMap<object, readonly string[]>();
  prototype.query = function (this: object, ...args: unknown[]) {
    const [statement, values] = args;
    const settings = settingsOf.get(this) ?? [];
    if (typeof statement === 'string') {
      const [first, ...others] = statement.split('; ');
      if (first === 'begin') settingsOf.set(this, others);
      if (first === 'commit' || first === 'rollback') settingsOf.delete(this);
      if (Array.isArray(values)) sent.push({ text: statement, values, settings });
    }
    // The query builder passes the values as a separate argument.
    if (isConfig(statement)) {
      const parameters = statement.values ?? (Array.isArray(values) ? (values as unknown[]) : []);
      if (statement.values !== undefined || parameters.length > 0)
        sent.push({ text: statement.text, values: parameters, settings });
    }
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return sent;
}

/** Transaction control, and the health check that the database watch sends during a slow request. */
const notCounted = /^(?:begin|commit|rollback|select 1$)\b/;

/** Counts the statements that some work sends to the database, except those of {@link notCounted}. */
export async function countStatements({ $client }: Database, work: () => Promise<unknown>): Promise<number> {
  const client = await $client.connect();
  const prototype = Object.getPrototypeOf(client) as { query: (...args: unknown[]) => unknown };
  client.release();
  const original = prototype.query;
  let count = 0;
  prototype.query = function (this: unknown, ...args: unknown[]) {
    if (!notCounted.test(String(args[0]))) count += 1;
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return count;
}
