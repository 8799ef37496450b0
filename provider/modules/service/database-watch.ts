import { Client, DatabaseError } from 'pg';
import type { ProviderDeps } from '@/provider/deps';
import type { AppMiddleware } from '@/provider/middleware/context';
import { databaseUnavailable } from '@/provider/middleware/problems';

/** Time after which a waiting request probes the database. */
const waitMs = 2_000;
/** Timeout of a probe. */
const probeMs = 1_500;
/** After this time without a response the connections count as lost, and new ones are opened. */
const lostMs = 30_000;

/** Resolves to the value of a promise, or to null after a timeout. */
export async function inTime<T>(answer: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Fails a request with SERVICE_UNAVAILABLE as soon as it waits for a database that does not respond. The statement
 * timeout cannot detect that: the server enforces it, and it has to be long enough for a change of 20,000 bookmarks.
 */
export function watchDatabase({ db, clock, log }: Pick<ProviderDeps, 'db' | 'clock' | 'log'>): AppMiddleware {
  const pool = db.$client;
  const clients = new Set<{ end: () => unknown }>();
  let probe: Promise<boolean> | null = null;
  let hangsSince: number | null = null;
  let answeredAt = 0;
  let retry: NodeJS.Timeout | undefined;
  pool.on('connect', (client) => clients.add(client as typeof client & Client));
  pool.on('remove', (client) => clients.delete(client as typeof client & Client));
  pool.on('release', (error: unknown) => {
    if (!error) answeredAt = performance.now();
  });

  /** On a busy machine a new connection may take seconds, which an open one does not. */
  async function sendProbe(): Promise<boolean> {
    if (pool.idleCount > 0) {
      const answer = pool.query('select 1').catch(() => null);
      return (await inTime(answer, probeMs)) !== null;
    }
    const { connectionString } = pool.options;
    const client = new Client({ connectionString, connectionTimeoutMillis: probeMs, query_timeout: probeMs });
    client.on('error', () => undefined);
    const answer = client.connect().then(() => client.query('select 1'));
    try {
      return (await inTime(answer, probeMs)) !== null;
    } catch (error) {
      // An error from the server, such as "too many clients", is a response.
      return error instanceof DatabaseError;
    } finally {
      // Not awaited: a server that hangs does not close connections either.
      client.end().catch(() => undefined);
    }
  }

  async function checkDatabase(): Promise<boolean> {
    const sentAt = performance.now();
    // Statements of other requests are a response too.
    const isAlive = (await sendProbe()) || answeredAt > sentAt;
    const now = clock().getTime();
    clearTimeout(retry);
    if (isAlive) {
      hangsSince = null;
    } else if (hangsSince === null) {
      hangsSince = now;
      log.warn({}, 'the database does not respond');
    } else if (now - hangsSince > lostMs) {
      // `end` breaks the connection of a client with a running statement, so that the pool can replace it.
      for (const client of clients) client.end();
      hangsSince = now;
    }
    // Two late responses are one outage only if none came in between.
    if (!isAlive && !pool.ended) retry = setTimeout(() => void responds(), waitMs).unref();
    return isAlive;
  }

  /** Concurrent calls share one probe. */
  function responds(): Promise<boolean> {
    return (probe ??= checkDatabase().finally(() => {
      probe = null;
    }));
  }

  return async (_, next) => {
    let isDone = false;
    let timer: NodeJS.Timeout | undefined;
    const hangs = new Promise<never>((_resolve, reject) => {
      const wait = () => {
        timer = setTimeout(() => void responds().then(onProbe), waitMs).unref();
      };
      const onProbe = (isAlive: boolean) => {
        if (!isAlive) reject(databaseUnavailable());
        else if (!isDone) wait();
      };
      wait();
    });
    try {
      await Promise.race([next(), hangs]);
    } finally {
      isDone = true;
      clearTimeout(timer);
    }
  };
}
