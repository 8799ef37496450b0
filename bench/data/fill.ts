import { Client, type PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { copyRows } from '@/bench/data/copy';
import { sampleLibrary, type SampleBookmark } from '@/bench/data/library';
import { PageFiller } from '@/bench/data/page-texts';
import { keyAtTop } from '@/lib/domain/order-key';
import { searchColumns } from '@/lib/domain/search-vector';
import { urlKeyHash } from '@/lib/domain/url-key';

export interface FillOptions {
  accountId: string;
  /** The space must exist with its default collection. */
  spaceId: string;
  bookmarks: number;
  /** Number of collections to create in addition to the default one. */
  collections?: number;
  /** Share of the bookmarks that have the text of their page, from 0 to 1. */
  pages?: number;
  seed?: number;
}

const batchSize = 20_000;
const bookmarkColumns = [
  'id', 'space_id', 'account_id', 'title', 'url', 'url_key', 'domain', 'path', 'description', 'tags', 'favorite',
  'highlighted', 'order_key', 'visits', 'created_at', 'updated_at', 'last_accessed_at', 'deleted_at', 'title_key', 'search',
  'type', 'index_version',
]; // prettier-ignore
/** Tables written by a fill, directly or by triggers. Vacuumed so that autovacuum does not run during measurements. */
const filledTables = [
  'bookmarks',
  'bookmark_collections',
  'tags',
  'space_words',
  'page_contents',
  'spaces',
  'collections',
];
const linkColumns = ['account_id', 'collection_id', 'bookmark_id', 'space_id', 'live', 'created_at'];

/**
 * Fills a space with realistic bookmarks through COPY, about 10,000 a second, and updates the planner's statistics.
 * The same seed gives the same library.
 */
export async function fillSpace(databaseUrl: string, options: FillOptions): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const collections = await createCollections(client, options);
    const next = sampleLibrary(options.seed, collections.length);
    const pages = createPageFiller(client, options);
    await pages?.begin();
    for (let copied = 0; copied < options.bookmarks; copied += batchSize) {
      const count = Math.min(batchSize, options.bookmarks - copied);
      const batch = Array.from({ length: count }, next);
      const ids = await copyBatch(client as unknown as PoolClient, options, collections, batch);
      await pages?.fill(ids, batch);
    }
    await pages?.end();
    await client.query(`vacuum analyze ${filledTables.join(', ')}`);
  } finally {
    await client.end();
  }
}

function createPageFiller(
  client: Client,
  { accountId, spaceId, pages = 0, seed = 1 }: FillOptions,
): PageFiller | null {
  return pages === 0
    ? null
    : new PageFiller(client as unknown as PoolClient, { accountId, spaceId }, pages, seed);
}

async function createCollections(client: Client, options: FillOptions): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from collections where space_id = $1 and is_default',
    [options.spaceId],
  );
  const ids = rows.map(({ id }) => id);
  for (let number = 1; number <= (options.collections ?? 39); number += 1) {
    const id = uuidv7();
    await client.query(
      `insert into collections (id, space_id, account_id, name, color, slug, order_key, created_at, updated_at)
       values ($1, $2, $3, $4, '3b6ea8', $5, $6, now(), now())`,
      [
        id,
        options.spaceId,
        options.accountId,
        `Collection ${number}`,
        `collection-${number}`,
        keyAtTop(new Date(), number),
      ],
    );
    ids.push(id);
  }
  return ids;
}

function searchCells(bookmark: SampleBookmark): [string, string, string | null, number] {
  const { titleKey, search, type, indexVersion } = searchColumns(bookmark);
  return [titleKey, search, type, indexVersion];
}

async function copyBatch(
  client: PoolClient,
  { accountId, spaceId }: FillOptions,
  collections: readonly string[],
  batch: readonly SampleBookmark[],
): Promise<string[]> {
  const ids = batch.map(() => uuidv7());
  const bookmarks = batch.map((bookmark, index) => [
    ids[index] ?? '', spaceId, accountId, bookmark.title, bookmark.url, urlKeyHash(bookmark.url), bookmark.domain,
    bookmark.path, bookmark.description, bookmark.tags, bookmark.favorite, bookmark.highlighted,
    keyAtTop(bookmark.createdAt, index), bookmark.visits, bookmark.createdAt, bookmark.createdAt,
    bookmark.lastAccessedAt, bookmark.trashed ? bookmark.createdAt : null,
    ...searchCells(bookmark),
  ]); // prettier-ignore
  const links = batch.flatMap(
    (bookmark, index) =>
    bookmark.collections.map((at) => [accountId, collections[at] ?? '', ids[index] ?? '', spaceId, !bookmark.trashed, bookmark.createdAt]), // prettier-ignore
  );
  await copyRows(client, 'bookmarks', bookmarkColumns, bookmarks);
  await copyRows(client, 'bookmark_collections', linkColumns, links);
  return ids;
}
