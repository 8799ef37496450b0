import { sql, type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import {
  Pool,
  types,
  type CustomTypesConfig,
  type PoolClient,
  type QueryResult,
  type QueryResultRow,
} from 'pg';
import { v7 } from 'uuid';

/** A connection pool with the query builder on top. `$client` is the pool itself. */
export type Database = NodePgDatabase & { $client: Pool };

/** SQL state of a write that exceeds the storage quota of an account. */
export const quotaExceededState = 'MW001';

/** The driver of a handle, for what the query builder cannot send: prepared text, cursors, values as they are printed. */
export type Driver = Pick<PoolClient, 'query'>;

/** A transaction or the database: what a service needs to read and write. `inTransaction` begins one. */
export type Executor = Omit<NodePgDatabase, 'query' | 'transaction'> & { readonly $client: Driver };

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

const dialect = new PgDialect();

/** A statement that a compiler has written as text, with numbered parameters. */
export interface Statement {
  /** Prepared by this name. */
  name?: string;
  text: string;
  values: readonly unknown[];
}

const { TIMESTAMP, TIMESTAMPTZ, DATE, INTERVAL } = types.builtins;
/** Arrays of these have types of their own. */
const arrays = { timestamp: 1115, timestamptz: 1185, date: 1182, interval: 1187 };
const asText: ReadonlySet<number> = new Set([
  TIMESTAMP,
  TIMESTAMPTZ,
  DATE,
  INTERVAL,
  ...Object.values(arrays),
]);

/** The types of the driver, but for times. */
const timesAsText: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) =>
    asText.has(oid) ? (value) => value : (types.getTypeParser(oid, format) as (value: string) => unknown),
};

/** Runs such a statement. Like `execute`, it returns times as text. */
export const executeText = <Row extends QueryResultRow>(
  { $client }: Pick<Executor, '$client'>,
  { name, text, values }: Statement,
): Promise<QueryResult<Row>> =>
  $client.query<Row>({ ...(name && { name }), text, values: [...values], types: timesAsText });

/**
 * Runs a statement that is written by hand and prepared by name: the server parses and plans it once for each connection.
 * Like `execute`, it returns times as text.
 */
export function executePrepared<Row extends QueryResultRow>(
  db: Executor,
  name: string,
  statement: SQL,
): Promise<QueryResult<Row>> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return executeText<Row>(db, { name, text, values: params });
}

/**
 * A prepared statement of the query builder that is built once for each database: building a hot statement for each
 * request can cost more than running it.
 */
export function prepareOnce<Prepared>(build: (db: Executor) => Prepared): (db: Executor) => Prepared {
  const built = new WeakMap<Executor, Prepared>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const prepared = build(db);
    built.set(db, prepared);
    return prepared;
  };
}

/** Values of a statement in the making: adding one answers its placeholder. */
export class SqlParameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** What is written with parameters of its own, for a statement of the query builder. */
export function toSql(write: (parameters: SqlParameters) => string): SQL {
  const parameters = new SqlParameters();
  const parts = write(parameters).split(/\$(\d+)/);
  return sql.join(
    parts.map((part, index) =>
      // eslint-disable-next-line no-restricted-syntax -- its values are parameters
      index % 2 === 0 ? sql.raw(part) : sql.param(parameters.values[Number(part) - 1]),
    ),
  );
}

/** A constant as a part of the text: the planner knows it, also where it plans a prepared statement for all values. */
export const inline = (constant: number | string): SQL => sql`${constant}`.inlineParams();

/** A new public identifier: UUIDv7, so that rows that are made together lie together in every index. */
export const newId = (): string => v7();
