import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { AdminHealth } from '@/lib/contract/admin';
import { inline, type Database } from '@/provider/db/client';
import type { EmbeddingModel, ProviderDeps } from '@/provider/deps';
import type { MakeJob } from '@/provider/jobs/queues';

/** Bookmarks of one step of the scan, and of one request to the model. */
const windowSize = 1_000;
export const batchSize = 64;
/** Bookmarks that one run embeds, and steps in which it looks for them. */
const embeddedMax = 2_000;
const stepsMax = 50;
/** Characters of a title with its description. */
export const textMax = 2_000;
/** Requests with a single text, after one with several failed. If this many fail in a row, the run ends. */
const failuresMax = 3;

const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The text of `bookmarks b` that is embedded, and by which a change is noticed. */
const text = sql`left(b.title || coalesce(chr(10) || nullif(b.description, ''), ''), ${inline(textMax)})`;

/** Whether the database has the extension. A process that found it does not look again. */
const known = new WeakSet<Database>();

/** Returns whether similarity can be computed: the extension `vector` is there. */
export async function hasVector(db: Database): Promise<boolean> {
  if (known.has(db)) return true;
  const { rows } = await db.$client.query(`select from pg_extension where extname = 'vector'`);
  if (rows.length > 0) known.add(db);
  return rows.length > 0;
}

/** Creates the extension where it is installed and the role may; returns whether it is there. */
async function enableVector(db: Database): Promise<boolean> {
  if (await hasVector(db)) return true;
  try {
    await db.$client.query('create extension if not exists vector');
  } catch {
    // Not installed, not allowed, or created by another process just now.
  }
  return hasVector(db);
}

/** Returns whether bookmarks are found by similarity, and how many of those that can be are. */
export async function readSimilarity({
  db,
  embeddingModel,
}: Pick<ProviderDeps, 'db' | 'embeddingModel'>): Promise<AdminHealth['similarity']> {
  if (embeddingModel === null) return { state: 'unset', embedded: 0, bookmarks: 0 };
  if (!(await hasVector(db))) return { state: 'noExtension', embedded: 0, bookmarks: 0 };
  const { rows } = await db.execute<{ embedded: number; bookmarks: number }>(sql`
    select (select count(*)::integer from embeddings where model = ${embeddingModel.name}) as embedded,
      ((select coalesce(sum(bookmark_count), 0) from spaces)
        - (select count(*) from bookmarks where encrypted and deleted_at is null))::integer as bookmarks`);
  return { state: 'on', embedded: rows[0]?.embedded ?? 0, bookmarks: rows[0]?.bookmarks ?? 0 };
}

interface Unembedded extends Record<string, unknown> {
  accountId: string;
  id: string;
  text: string;
}

/** A step of the scan: the readable bookmarks without an embedding of the model, and the position of the next step. */
async function readWindow(
  db: Database,
  { name }: EmbeddingModel,
  before: string,
): Promise<{ bookmarks: Unembedded[]; next: string | null }> {
  const { rows: places } = await db.execute<{ id: string }>(
    sql`select id from bookmarks where id <= ${before} order by id desc offset ${windowSize} limit 1`,
  );
  const next = places[0]?.id ?? null;
  const { rows } = await db.execute<Unembedded>(sql`
    select b.account_id as "accountId", b.id, ${text} as text
    from bookmarks b join accounts a on a.id = b.account_id and a.suspended_at is null
    where b.id <= ${before} and (${next}::uuid is null or b.id > ${next}) and not b.encrypted and b.deleted_at is null
      and not exists (
        select from embeddings e
        where e.account_id = b.account_id and e.bookmark_id = b.id and e.model = ${name})
    order by b.id desc`);
  return { bookmarks: rows, next };
}

/** Stores vectors, unless the bookmark has changed since its text was read. */
async function storeVectors(
  db: Database,
  { name }: EmbeddingModel,
  bookmarks: readonly Unembedded[],
  vectors: readonly (readonly number[])[],
): Promise<void> {
  const json = JSON.stringify(bookmarks.map((row, index) => ({ ...row, vector: vectors[index] })));
  await db.execute(sql`
    insert into embeddings (account_id, bookmark_id, space_id, model, vector)
    select b.account_id, b.id, b.space_id, ${name}::text, u.vector
    from jsonb_to_recordset(${json}) u ("accountId" uuid, id uuid, text text, vector real[])
      join bookmarks b on b.account_id = u."accountId" and b.id = u.id
    where not b.encrypted and b.deleted_at is null and ${text} = u.text
    for share of b
    on conflict (account_id, bookmark_id) do update set model = excluded.model, vector = excluded.vector`);
}

/** Embeds a batch; if that fails, its texts one by one, since the server may reject only one. Returns how many it did. */
async function embedBatch(
  db: Database,
  model: EmbeddingModel,
  batch: readonly Unembedded[],
): Promise<{ embedded: number; isDown: boolean }> {
  const run = async (some: readonly Unembedded[]): Promise<boolean> => {
    const vectors = await model.embed(some.map((row) => row.text)).catch(() => null);
    if (vectors !== null) await storeVectors(db, model, some, vectors);
    return vectors !== null;
  };
  if (await run(batch)) return { embedded: batch.length, isDown: false };
  let [embedded, failures] = [0, 0];
  for (const row of batch) {
    const isDone = await run([row]);
    embedded += isDone ? 1 : 0;
    failures = isDone ? 0 : failures + 1;
    if (failures === failuresMax || batch.length === 1) break;
  }
  return { embedded, isDown: failures === failuresMax || embedded === 0 };
}

/**
 * Embeds bookmarks without a vector, from a position on, newest first; returns the position at which the next run goes
 * on. After a failure of the model, bookmarks are left to a later run.
 */
export async function embedBookmarks(
  { db, embeddingModel, log }: Pick<ProviderDeps, 'db' | 'embeddingModel' | 'log'>,
  { from = end, steps = stepsMax, signal }: { from?: string; steps?: number; signal?: AbortSignal } = {},
): Promise<string> {
  if (embeddingModel === null || !(await enableVector(db))) return end;
  let embedded = 0;
  let at: string | null = from;
  for (let step = 0; at !== null && step < steps; step += 1) {
    const { bookmarks, next } = await readWindow(db, embeddingModel, at);
    for (let start = 0; start < bookmarks.length; start += batchSize) {
      if (signal?.aborted === true || embedded >= embeddedMax) return at;
      const done = await embedBatch(db, embeddingModel, bookmarks.slice(start, start + batchSize));
      embedded += done.embedded;
      if (done.isDown) {
        // Titles are private and must not be logged.
        log.warn({}, 'the embedding model returned no vectors');
        return end;
      }
    }
    at = next;
  }
  return at ?? end;
}

/** After a failed or slow response, no search waits for the model, or requests anything, for this time. */
const pauseMs = 30_000;
const cacheTtlMs = 10 * 60_000;
const cacheMax = 500;

interface Vectors {
  readonly cache: LRUCache<string, Promise<number[] | null>>;
  pausedUntil: number;
}
const vectorsOf = new WeakMap<EmbeddingModel, Vectors>();

/** Returns the vector of a text; null if the model fails or does not return it in time. */
export async function embedText(model: EmbeddingModel, text: string, log: ProviderDeps['log']) {
  const vectors = vectorsOf.get(model) ?? {
    cache: new LRUCache<string, Promise<number[] | null>>({ max: cacheMax, ttl: cacheTtlMs }),
    pausedUntil: 0,
  };
  vectorsOf.set(model, vectors);
  const { cache } = vectors;
  const isPaused = performance.now() < vectors.pausedUntil;
  const pause = (): null => {
    vectors.pausedUntil = performance.now() + pauseMs;
    return null;
  };
  const cached = cache.get(text);
  if (cached === undefined && isPaused) return null;
  const request =
    cached ??
    model.embed([text]).then(
      ([vector]) => vector ?? null,
      () => {
        cache.delete(text);
        // The words of a search are private and must not be logged.
        log.warn({}, 'the embedding model returned no vector for a search');
        return pause();
      },
    );
  cache.set(text, request);
  const late = Symbol('late');
  const waiting = new AbortController();
  const first = await Promise.race([
    request,
    delay(isPaused ? 0 : model.waitMs, late, { signal: waiting.signal }).catch(() => late),
  ]);
  waiting.abort();
  return typeof first === 'symbol' ? pause() : first;
}

/** Job that embeds new and changed bookmarks: the newest of the installation in each run, then the others in turn. */
export const embeddingsJob: MakeJob = (deps) => {
  let position = end;
  return {
    name: 'embeddings',
    cron: '* * * * *',
    run: async (signal) => {
      if (deps.embeddingModel === null) return;
      if (position !== end) await embedBookmarks(deps, { steps: 1, signal });
      position = await embedBookmarks(deps, { from: position, signal });
    },
  };
};
