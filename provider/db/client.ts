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

/** A connection pool with the query builder on top. `$client` is the pool. */
export type Database = NodePgDatabase & { $client: Pool };

/** SQL state of a write that exceeds the storage quota of an account. */
export const quotaExceededState = 'MW001';

/** Driver of a handle, for what the query builder does not support: prepared text, cursors, values as text. */
export type Driver = Pick<PoolClient, 'query'>;

/** The database or a transaction, as services use it. `inTransaction` begins a transaction. */
export type Executor = Omit<NodePgDatabase, 'query' | 'transaction'> & { readonly $client: Driver };

export interface DatabaseOptions {
  url: string;
  /** Maximum number of connections; each uses some 5 MB on the server. */
  poolSize?: number;
  /** How long a request waits for a connection before it fails with 503. */
  connectionTimeoutMs?: number;
  /** How long a statement may run, including its wait for locks, before it fails with 503. */
  statementTimeoutMs?: number;
  onError?: (error: Error) => void;
  /** Limit per account, enforced by triggers. See [Note: Storage quota]. */
  storageQuotaBytes?: number | undefined;
}

/**
 * Timestamps are read as text, in one format and time zone regardless of the server configuration. Every search scans
 * the pending list of the GIN index, so its size is limited; bulk loads raise the limit for their own transaction.
 */
const sessionSettings = [
  `set timezone = 'UTC'`,
  `set datestyle = 'ISO'`,
  `set gin_pending_list_limit = '64kB'`,
];

/**
 * Ends statements that would hold a connection and their locks for hours. A change of 20,000 bookmarks or a batch of an
 * import takes seconds, and longer while it waits for the lock of a space. Searches have a limit of their own.
 */
const defaultStatementTimeoutMs = 5 * 60_000;

/**
 * Creates the pool lazily: the first query connects. An idle connection that breaks (a database restart) is removed
 * from the pool and reported through `onError`; the error is never thrown.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { url, poolSize = 12, connectionTimeoutMs = 5_000, onError, storageQuotaBytes } = options;
  const { statementTimeoutMs = defaultStatementTimeoutMs } = options;
  const settings = [...sessionSettings, `set statement_timeout = ${statementTimeoutMs}`];
  if (storageQuotaBytes !== undefined) settings.push(`set markwell.storage_quota = '${storageQuotaBytes}'`);
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 60_000,
    application_name: 'markwell',
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool awaits it
    onConnect: async (client) => {
      // The pool listens only while the connection is idle. When it breaks in use, the running statement fails; the
      // event would be unhandled and end the process.
      client.on('error', () => undefined);
      await client.query(settings.join('; '));
    },
  });
  pool.on('error', (error) => onError?.(error));
  return drizzle({ client: pool });
}

const dialect = new PgDialect();

/** A compiled statement: text with numbered parameters. */
export interface Statement {
  /** Name of the prepared statement. */
  name?: string;
  text: string;
  values: readonly unknown[];
}

const { TIMESTAMP, TIMESTAMPTZ, DATE, INTERVAL } = types.builtins;
/** Type ids of the arrays of these types. */
const arrays = { timestamp: 1115, timestamptz: 1185, date: 1182, interval: 1187 };
const asText: ReadonlySet<number> = new Set([
  TIMESTAMP,
  TIMESTAMPTZ,
  DATE,
  INTERVAL,
  ...Object.values(arrays),
]);

/** The type parsers of the driver, except that times stay text. */
const timesAsText: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((value: string) => unknown) =>
    asText.has(oid) ? (value) => value : (types.getTypeParser(oid, format) as (value: string) => unknown),
};

/** Runs a compiled statement. Like `execute`, it returns times as text. */
export const executeText = <Row extends QueryResultRow>(
  { $client }: Pick<Executor, '$client'>,
  { name, text, values }: Statement,
): Promise<QueryResult<Row>> =>
  $client.query<Row>({ ...(name && { name }), text, values: [...values], types: timesAsText });

/**
 * Runs a handwritten statement that is prepared by name: the server parses and plans it once per connection. Like
 * `execute`, it returns times as text.
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
 * Caches a prepared statement of the query builder per database: building a frequent statement for each request can
 * cost more than running it.
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

/** Collects the parameters of a statement; `add` returns the placeholder of the value. */
export class SqlParameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Converts SQL text with its own parameters for use in a statement of the query builder. */
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

/** Inlines a constant into the text, so that the planner can use its value even in a generic plan. */
export const inline = (constant: number | string): SQL => sql`${constant}`.inlineParams();

/** Generates a public identifier: UUIDv7, so that rows that are created together are adjacent in every index. */
export const newId = (): string => v7();
