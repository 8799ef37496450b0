import { and, asc, eq, sql, type SQL } from 'drizzle-orm';
import type { CurrentSpace } from '@/provider/actor';
import { quoteLexeme } from '@/lib/domain/search-words';
import { executePrepared, inline, type Executor } from '@/provider/db/client';
import { collections } from '@/provider/db/schema/library';
import { openLength, type PageWord, type PageWords } from '@/provider/modules/suggestions/page-words';

/** The fields of an unencrypted bookmark on which suggestions are based. */
export interface Sample {
  id: string;
  title: string;
  url: string;
  domain: string;
  tags: readonly string[];
}

export interface FiledSample extends Sample {
  collectionId: string;
}

/** Maximum numbers of newest bookmarks that are read. */
const uncollectedMax = 2_000;
const filedMax = 3_000;

const columns = sql`b.id, b.title, b.url, b.domain, b.tags`;

const uncollected = ({
  accountId,
  spaceId,
}: CurrentSpace): SQL => sql`select ${columns} from bookmark_collections l join bookmarks b on b.account_id = l.account_id and b.id = l.bookmark_id
    where l.account_id = ${accountId} and l.live
      and l.collection_id = (select id from collections where account_id = ${accountId} and space_id = ${spaceId} and is_default)
      and not b.encrypted and not exists (
        select 1 from bookmark_collections o
        where o.account_id = l.account_id and o.bookmark_id = l.bookmark_id and o.collection_id <> l.collection_id)
    order by l.created_at desc, l.bookmark_id desc limit ${inline(uncollectedMax)}`;

const filed = ({
  accountId,
  spaceId,
}: CurrentSpace): SQL => sql`select ${columns}, l.collection_id as "collectionId"
    from (select * from bookmarks
        where account_id = ${accountId} and space_id = ${spaceId} and deleted_at is null and not encrypted
        order by created_at desc, id desc limit ${inline(filedMax)}) b
      join bookmark_collections l on l.account_id = b.account_id and l.bookmark_id = b.id
      join collections c on c.account_id = l.account_id and c.id = l.collection_id and not c.is_default`;

/** Reads the newest bookmarks that are only in the default collection. */
export const readUncollected = async (db: Executor, place: CurrentSpace): Promise<Sample[]> =>
  (await executePrepared<Sample>(db, 'suggest-uncollected', uncollected(place))).rows;

/** Reads the newest bookmarks in other collections, once for each collection. */
export const readFiled = async (db: Executor, place: CurrentSpace): Promise<FiledSample[]> =>
  (await executePrepared<FiledSample>(db, 'suggest-filed', filed(place))).rows;

export interface ReadNeighbor extends Neighbor {
  title: string;
  tags: readonly string[];
}

/** Maximum number of neighbors that are read: the best ones of each collection and overall. */
const readMax = 64;

/** Reads the titles and tags of bookmarks similar to a page, in the same order. */
export async function readNeighbors(
  db: Executor,
  { accountId, spaceId }: CurrentSpace,
  neighbors: readonly Neighbor[],
): Promise<ReadNeighbor[]> {
  const first = neighbors.slice(0, readMax);
  if (first.length === 0) return [];
  const { rows } = await executePrepared<{ id: string; title: string; url: string; tags: string[] }>(
    db,
    'suggest-neighbors',
    sql`select id, title, url, tags from bookmarks
      where account_id = ${accountId} and id = any (${sql.param(first.map(({ id }) => id))}::uuid[])
        and space_id = ${spaceId} and deleted_at is null and not encrypted`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return first.flatMap((neighbor) => {
    const row = byId.get(neighbor.id);
    return row ? [{ ...neighbor, title: row.title.trim() || row.url, tags: row.tags }] : [];
  });
}

/** A bookmark that shares words with a page. */
interface Neighbor {
  id: string;
  collectionId: string;
  /** Sum over the shared words; rare words count more. */
  likeness: number;
}

/** Distribution over collections of the bookmarks that share a word or the host with a page. */
export interface Clue {
  /** The host of the page, or one of its words. */
  kind: 'host' | 'word';
  /** The host or word as displayed. */
  shown: string;
  weight: number;
  /** Number of these bookmarks in each collection, by its id. */
  counts: ReadonlyMap<string, number>;
}

export interface Clues {
  words: Clue[];
  host: Clue | null;
  /** The most similar bookmark of each collection and the most similar ones overall, most similar first. */
  neighbors: Neighbor[];
}

/** Number of rarest words that are looked up. A limited number of bookmarks of each shows the distribution. */
const followedWords = 12;
/** In larger libraries a look-up costs more, and fewer of the rarest words suffice. */
const manyBookmarks = 20_000;
const followedOfMany = 8;
const followedPerWord = 250;
const followedPerHost = 500;
/** Maximum number of index entries read for all words, rarest first. */
const affordableUses = 5_000;
/** Maximum number of index entries read for the rarest word, regardless of the limit for all words. */
const affordableAlone = 20_000;
const neighborsOfAll = 20;

/**
 * Looks up some bookmarks of each word in the index of words. `space_words` has the frequency of a word before its
 * entries are read, so that the cost is bounded: see docs/suggestions.md.
 */
const wordStatement = ({ accountId, spaceId }: CurrentSpace, words: readonly PageWord[]): SQL => sql`
    with asked as materialized (
        select a.*, (select coalesce(sum(w.uses), 0) from space_words w
          where w.space_id = ${spaceId} and w.word >= a.root and w.word < a.beyond) as uses
        from unnest(${sql.param(words.map(({ root }) => root))}::text[], ${sql.param(words.map(({ root }) => upperBoundOf(root)))}::text[], ${sql.param(words.map(({ root }) => queryOf(root)))}::text[], ${sql.param(words.map(({ weight }) => weight))}::float8[]) with ordinality a (root, beyond, query, weight, n)),
      followed as materialized (
        select n, weight, query::tsquery from (
          select *, sum(uses) over (order by uses, n) as read, row_number() over (order by uses, n) as place from asked) a
        where (place <= (select case when bookmark_count > ${inline(manyBookmarks)} then ${inline(followedOfMany)} else ${inline(followedWords)} end
          from spaces where account_id = ${accountId} and id = ${spaceId}) and read <= ${inline(affordableUses)}) or (place = 1 and uses <= ${inline(affordableAlone)})),
      hits as materialized (
        select f.n, f.weight, h.id, h.collection_id from followed f cross join lateral (
          select b.id, l.collection_id from bookmarks b
            join bookmark_collections l on l.account_id = b.account_id and l.bookmark_id = b.id and l.live
          where b.account_id = ${accountId} and b.space_id = ${spaceId} and b.deleted_at is null and b.search @@ f.query limit ${inline(followedPerWord)}) h),
      counts as (select n, collection_id, count(*)::integer as count from hits group by 1, 2),
      rarity as (select n, 1 / ln(1 + sum(count)) as rarity from counts group by n),
      near as (
        select h.collection_id, h.id, sum(h.weight * r.rarity) as likeness
        from hits h join rarity r using (n) group by 1, 2),
      ranked as (
        select *, row_number() over (partition by collection_id order by likeness desc, id desc) as place,
          row_number() over (order by likeness desc, id desc) as "placeOfAll" from near)
    select n::integer, collection_id as "collectionId", count, null::uuid as id, null::float8 as likeness from counts
    union all
    select null, collection_id, null, id, likeness from ranked where place = 1 or "placeOfAll" <= ${inline(neighborsOfAll)}
    order by likeness desc, id desc`;

const hostStatement = ({ accountId, spaceId }: CurrentSpace, host: string): SQL => sql`
    select l.collection_id as "collectionId", count(*)::integer as count
    from (select account_id, id from bookmarks
        where account_id = ${accountId} and space_id = ${spaceId} and domain = ${host} and deleted_at is null
        order by created_at desc, id desc limit ${inline(followedPerHost)}) b
      join bookmark_collections l on l.account_id = b.account_id and l.bookmark_id = b.id and l.live
    group by 1`;

const hostWeight = 0.5;

interface WordRow {
  n: number | null;
  collectionId: string;
  count: number | null;
  id: string | null;
  likeness: number | null;
}

/** Finds clues for a page in the bookmarks of a space, in two statements for any page. */
export async function findClues(db: Executor, place: CurrentSpace, page: PageWords): Promise<Clues> {
  const [words, host] = await Promise.all([
    executePrepared<WordRow>(db, 'suggest-words', wordStatement(place, page.words)),
    executePrepared<{ collectionId: string; count: number }>(
      db,
      'suggest-host',
      hostStatement(place, page.host),
    ),
  ]);
  const hostCounts = new Map(host.rows.map(({ collectionId, count }) => [collectionId, count]));
  return {
    words: page.words.map((word, at) => wordClue(word, at + 1, words.rows)),
    host:
      page.host === '' ? null : { kind: 'host', shown: page.host, weight: hostWeight, counts: hostCounts },
    neighbors: words.rows.flatMap(({ id, collectionId, likeness }) =>
      id === null ? [] : [{ id, collectionId, likeness: likeness ?? 0 }],
    ),
  };
}

const isOpen = (root: string): boolean => root.length >= openLength;

/** Exclusive upper bound of the words that a root matches. */
const upperBoundOf = (root: string): string => root + (isOpen(root) ? '\u{10FFFF}' : '\u{1}');

/** Query for a root in every field. */
const queryOf = (root: string): string =>
  ['t', 'g', 'h', 'x'].map((code) => `${quoteLexeme(code + root)}${isOpen(root) ? ':*' : ''}`).join('|');

function wordClue({ shown, weight }: PageWord, n: number, rows: readonly WordRow[]): Clue {
  const counts = rows.flatMap((row) => (row.n === n ? [[row.collectionId, row.count ?? 0] as const] : []));
  return { kind: 'word', shown, weight, counts: new Map(counts) };
}

/** The fields of a collection on which suggestions depend. */
export interface KnownCollection {
  id: string;
  name: string;
  isDefault: boolean;
  isSmart: boolean;
  bookmarkCount: number;
}

/** Reads every collection of a space. */
export const readCollections = (
  db: Executor,
  { accountId, spaceId }: CurrentSpace,
): Promise<KnownCollection[]> =>
  db
    .select({
      id: collections.id,
      name: collections.name,
      isDefault: collections.isDefault,
      isSmart: sql<boolean>`${collections.smart} is not null`,
      bookmarkCount: collections.bookmarkCount,
    })
    .from(collections)
    .where(and(eq(collections.accountId, accountId), eq(collections.spaceId, spaceId)))
    .orderBy(asc(collections.nameKey), asc(collections.id))
    .prepare('suggest-collections')
    .execute();

/** Whether bookmarks can be filed into a collection, which excludes the default one and smart ones. */
export const isFiledInto = ({ isDefault, isSmart }: KnownCollection): boolean => !isDefault && !isSmart;
