import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { root } from '@/bench/lib/app';
import { call, startProvider, type Client } from '@/bench/lib/provider-client';
import { record, section } from '@/bench/lib/report';
import { openDatabase, type Database } from '@/provider/db/client';
import { migrate } from '@/provider/db/migrate';
import { pageContents } from '@/provider/db/schema/pages';
import { pageVector } from '@/provider/modules/pages/service';
import { signUp } from '@/provider/testing/accounts';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { startEphemeralPostgres } from '@/tooling/testing/ephemeral-postgres';

interface FindingBookmark {
  readonly key: string;
  /** Day, such as `2026-03-02`. */
  readonly created: string;
  readonly title: string;
  readonly url: string;
  readonly visits?: number;
  readonly tags?: readonly string[];
  readonly collection?: string;
  readonly description?: string;
  /** Text of the page. */
  readonly text?: string;
}

interface FindingQuery {
  readonly kind: string;
  readonly locale: 'en' | 'pt-BR';
  readonly query: string;
  /** Keys of the bookmarks of which any one is wanted. */
  readonly wanted: readonly string[];
}

/** Returns the keys of the first ten hits, best first. */
type Find = (query: FindingQuery) => Promise<readonly string[]>;

const hitsMax = 10;

const readLines = <T>(name: string): T[] =>
  fs
    .readFileSync(path.join(root, 'evaluation/finding', name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

/** Stores the library in the account. Returns the key of each bookmark by its id. */
async function fill(
  db: Database,
  client: Client,
  library: readonly FindingBookmark[],
): Promise<Map<string, string>> {
  const { person } = client;
  const collections = new Map<string, string>();
  for (const name of new Set(library.map(({ collection }) => collection))) {
    if (name === undefined) continue;
    const body = JSON.stringify({ name, security: 0 });
    const { uuid } = await call<{ uuid: string }>(client, '/collections/create', { method: 'POST', body });
    collections.set(name, uuid);
  }
  const ids = await insertBookmarks(
    db,
    person,
    library.map(({ title, url, tags = [], description = '', visits = 0, collection, created }) => ({
      title,
      url,
      tags: [...tags],
      description,
      visits,
      collections: [collections.get(collection ?? '')].filter((id) => id !== undefined),
      createdAt: new Date(`${created}T12:00:00Z`),
    })),
  );
  const pages = library.flatMap(({ title, url, text }, index) =>
    text === undefined
      ? []
      : [
          {
            accountId: person.accountId,
            spaceId: person.spaceId,
            bookmarkId: ids[index] ?? '',
            status: 'ready' as const,
            title,
            byline: '',
            excerpt: text.slice(0, 200),
            html: '',
            text,
            wordCount: text.split(' ').length,
            fetchedAt: new Date(),
            search: pageVector({ domain: new URL(url).hostname, title, text }),
          },
        ],
  );
  await db.insert(pageContents).values(pages);
  await db.execute(sql`analyze`);
  return new Map(ids.map((id, index) => [id, library[index]?.key ?? '']));
}

const searchIn =
  (client: Client, keys: ReadonlyMap<string, string>, mode: 'keyword' | 'ask'): Find =>
  async ({ query, locale }) => {
    const address = `/search?mode=${mode}&size=${hitsMax}&q=${encodeURIComponent(query)}`;
    const { bookmarks } = await call<{ bookmarks: { uuid: string }[] }>(client, address, {
      headers: { 'accept-language': locale },
    });
    return bookmarks.map(({ uuid }) => keys.get(uuid) ?? '');
  };

/** What PostgreSQL finds by itself: all fields and page texts in its own full text search, ranked by `ts_rank_cd`. */
const searchByPostgres =
  (db: Database, keys: ReadonlyMap<string, string>, join: ' ' | ' or '): Find =>
  async ({ query, locale }) => {
    const language = locale === 'en' ? 'english' : 'portuguese';
    const { rows } = await db.execute<{ id: string }>(sql`
      select id from (
        select bookmarks.id, websearch_to_tsquery(${language}::regconfig, ${query.split(' ').join(join)}) as wanted,
          setweight(to_tsvector(${language}::regconfig, bookmarks.title), 'A')
          || setweight(to_tsvector(${language}::regconfig, bookmarks.url || ' ' || tags::text), 'B')
          || setweight(to_tsvector(${language}::regconfig, description), 'C')
          || setweight(to_tsvector(${language}::regconfig, coalesce(page.text, '')), 'D') as words
        from bookmarks left join page_contents page on page.bookmark_id = bookmarks.id
      ) as documents
      where words @@ wanted
      order by ts_rank_cd(words, wanted) desc, id limit ${hitsMax}`);
    return rows.map(({ id }) => keys.get(id) ?? '');
  };

interface Shares {
  readonly first: number;
  readonly three: number;
  readonly ten: number;
  readonly none: number;
}

const formatShare = (part: number, whole: number): string => (part / whole).toFixed(2);

/** Prints a line per kind, and records the shares of all queries. */
async function judge(name: string, queries: readonly FindingQuery[], find: Find): Promise<void> {
  section(`Finding, ${name}, ${queries.length} queries`);
  const byKind = new Map<string, Shares[]>();
  for (const query of queries) {
    const hits = await find(query);
    const place = hits.findIndex((key) => query.wanted.includes(key));
    const within = (count: number): number => Number(place !== -1 && place < count);
    const shares = { first: within(1), three: within(3), ten: within(10), none: Number(hits.length === 0) };
    byKind.set(query.kind, [...(byKind.get(query.kind) ?? []), shares]);
  }
  const sum = (all: readonly Shares[], field: keyof Shares): number =>
    all.reduce((total, shares) => total + shares[field], 0);
  for (const [kind, all] of byKind) {
    const cells = (['first', 'three', 'ten', 'none'] as const).map((field) =>
      formatShare(sum(all, field), all.length),
    );
    process.stdout.write(`    ${kind.padEnd(16)} ${String(all.length).padStart(3)}  ${cells.join('  ')}\n`);
  }
  const all = [...byKind.values()].flat();
  record({ name: 'first', value: sum(all, 'first') / all.length, unit: '' });
  record({ name: 'in the first three', value: sum(all, 'three') / all.length, unit: '' });
  record({ name: 'in the first ten', value: sum(all, 'ten') / all.length, unit: '' });
  record({ name: 'nothing found at all', value: sum(all, 'none') / all.length, unit: '' });
}

/** Runs the queries of evaluation/finding on a separate database. By kind: queries, first, first three, first ten, none. */
export async function finding(): Promise<void> {
  const postgres = await startEphemeralPostgres();
  await migrate(postgres.url);
  const db = openDatabase({ url: postgres.url });
  try {
    const { provider, deps } = startProvider(db);
    const client = { provider, person: await signUp(deps) };
    const keys = await fill(db, client, readLines<FindingBookmark>('library.jsonl'));
    for (const half of ['open', 'frozen']) {
      const queries = readLines<FindingQuery>(`${half}.jsonl`);
      await judge(`${half}, by words`, queries, searchIn(client, keys, 'keyword'));
      await judge(`${half}, asked`, queries, searchIn(client, keys, 'ask'));
      await judge(`${half}, PostgreSQL, all words`, queries, searchByPostgres(db, keys, ' '));
      await judge(`${half}, PostgreSQL, any word`, queries, searchByPostgres(db, keys, ' or '));
    }
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}
