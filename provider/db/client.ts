import { getTableColumns, type Table } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { v7 } from 'uuid';

/** A connection pool with the query builder on top. `$client` is the pool itself, for prepared hot queries. */
export type Database = NodePgDatabase & { $client: Pool };

/** SQL state of a write that exceeds the storage quota of an account. */
export const quotaExceededState = 'MW001';

/** A transaction or the database: what a service needs to read and write. */
export type Executor = Parameters<Parameters<Database['transaction']>[0]>[0] | Database;

export interface DatabaseOptions {
  url: string;
  /** Connections at most; each costs the server some 5 MB. */
  poolSize?: number;
  /** How long a request waits for a connection before it gets 503. */
  connectionTimeoutMs?: number;
  onError?: (error: Error) => void;
  /** Triggers hold every account to it. See [Note: Storage quota]. */
  storageQuotaBytes?: number | undefined;
}

/**
 * Timestamps are read as text, in one format and time zone whatever the server is set to. Every search scans the pending
 * list of the GIN index, so it is kept short; bulk loads raise the limit for their own transaction.
 */
const session = [`set timezone = 'UTC'`, `set datestyle = 'ISO'`, `set gin_pending_list_limit = '64kB'`].join(
  '; ',
);

/**
 * Opens the pool lazily: the first query connects. A connection that breaks while idle (a database restart) is
 * dropped and reported through `onError`, never thrown into the process.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize = 12, connectionTimeoutMs = 5_000, onError, storageQuotaBytes } = options;
  const quota =
    storageQuotaBytes === undefined ? '' : `; set markwell.storage_quota = '${storageQuotaBytes}'`;
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    application_name: 'markwell',
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for it; its types say less
    onConnect: async (client) => {
      // The pool listens only while the connection is idle. When it breaks in use, the statement under way fails; the
      // event itself, unheard, would end the process.
      client.on('error', () => undefined);
      await client.query(session + quota);
    },
  });
  pool.on('error', (error) => onError?.(error));
  return drizzle({ client: pool });
}

/**
 * The columns of a table for a statement that is written by hand, named as in the table's row type: the driver then
 * answers rows of that type as they are. For hot statements, which are prepared by name: building and mapping them
 * again costs several times the query itself.
 */
export const columnList = (table: Table, alias: string): string =>
  Object.entries(getTableColumns(table))
    .map(([key, column]) => `${alias}.${column.name} as "${key}"`)
    .join(', ');

/** Values of a statement in the making: adding one answers its placeholder. */
export class SqlParameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** A new public identifier: UUIDv7, so that rows that are made together lie together in every index. */
export const newId = (): string => v7();
