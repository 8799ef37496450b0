import { parseBookmarkUrl } from '@/lib/domain/url';
import { searchColumns } from '@/lib/domain/search-vector';
import type { Driver } from '@/provider/db/client';
import { combineRepeats, type RepeatedEntry } from '@/lib/domain/netscape/draft';
import type { ImportRecord, MergedCounts } from '@/provider/db/schema/imports';
import type { ImportKey } from '@/provider/modules/imports/queries';

/** The fields of a bookmark that an import can add to. See [Note: Import journal]. */
export interface MergedFields extends Omit<RepeatedEntry, 'modifiedAt' | 'addedAt'> {
  readonly createdAt: Date;
}

export interface MergedBookmark extends MergedFields {
  readonly id: string;
  readonly updatedAt: Date;
}

const fields = [
  'title',
  'url',
  'description',
  'tags',
  'favorite',
  'highlighted',
  'extra',
  'createdAt',
  'visitedAt',
  'visits',
] as const satisfies readonly (keyof MergedFields)[];
export type MergedField = (typeof fields)[number];

export const bookmarkFields = `b.id, b.title, b.url, coalesce(b.description, '') as description, b.tags, b.favorite,
  b.highlighted, b.extra, b.created_at as "createdAt", b.last_accessed_at as "visitedAt", b.visits, b.updated_at as "updatedAt"`;

interface KnownRow extends MergedBookmark {
  readonly entry: Omit<RepeatedEntry, 'addedAt' | 'modifiedAt' | 'visitedAt'>;
  readonly addedAt: Date | null;
  readonly entryVisitedAt: Date | null;
}

const fetchRows = 500;

/**
 * Entries for bookmarks of the library that know something more; most files of a second import hold none. Bookmarks are
 * looked up by their id: the planner does not know yet how many the import has added to the account, and would read the
 * entries once for each of them. `offset 0` keeps it from turning the lookup into a join.
 */
const knownRows = (accountId: string, importId: string): string => `
  select ${bookmarkFields},
    jsonb_build_object('title', r.title, 'url', r.url, 'description', r.description, 'tags', r.tags,
      'favorite', r.favorite, 'highlighted', r.highlighted, 'extra', r.extra, 'visits', r.visits) as entry,
    r.added_at as "addedAt", r.visited_at as "entryVisitedAt"
  from import_rows r
  join import_known n on n.position = coalesce(r.kept, r.position)
  cross join lateral (
    select * from bookmarks where account_id = ${accountId} and id = n.bookmark_id offset 0) b
  where r.account_id = ${accountId} and r.import_id = ${importId} and b.deleted_at is null and not b.encrypted and (
    r.url <> b.url or (b.title = '' and r.title <> '') or not (r.tags <@ b.tags)
    or length(r.description) > length(coalesce(b.description, ''))
    or (r.favorite and not b.favorite) or (r.highlighted and not b.highlighted)
    or r.added_at < b.created_at or r.visited_at > coalesce(b.last_accessed_at, '-infinity')
    or r.visits > b.visits or r.extra || coalesce(b.extra, '{}') <> coalesce(b.extra, '{}'))
  order by n.bookmark_id, r.position`;

/**
 * Gives bookmarks of the library what the file knows beyond them, by the rule for repeated entries, and writes down what
 * that changed; a rehearsal only counts. Reads the entries once, however many there are.
 */
export async function mergeKnown(
  client: Driver & { escapeLiteral: (text: string) => string },
  { id, accountId, dryRun, createdAt: now }: Pick<ImportRecord, 'id' | 'accountId' | 'dryRun' | 'createdAt'>,
): Promise<MergedCounts> {
  const counts: MergedCounts = { bookmarks: 0, tags: 0, descriptions: 0, favorites: 0, dates: 0, visits: 0 };
  await client.query('analyze import_known');
  // A cursor takes no parameters; the ids are those that this service made.
  const rowsOfImport = knownRows(client.escapeLiteral(accountId), client.escapeLiteral(id));
  await client.query(`declare known no scroll cursor for ${rowsOfImport}`);
  let current: { before: MergedBookmark; after: MergedBookmark } | null = null;
  for (let isOver = false; !isOver;) {
    const { rows } = await client.query<KnownRow>(`fetch ${fetchRows} from known`);
    const changes: MergeChange[] = [];
    for (const row of rows) {
      if (current !== null && current.before.id !== row.id) changes.push(...changeOf(current, now));
      if (current?.before.id !== row.id) current = { before: row, after: row };
      current = { ...current, after: addEntry(current.after, row) };
    }
    isOver = rows.length < fetchRows;
    if (isOver && current !== null) changes.push(...changeOf(current, now));
    changes.forEach((change) => count(counts, change));
    if (!dryRun) await writeChanges(client, { id, accountId }, changes);
  }
  await client.query('close known');
  return counts;
}

function addEntry(bookmark: MergedBookmark, { entry, addedAt, entryVisitedAt }: KnownRow): MergedBookmark {
  const { id, updatedAt, createdAt, ...own } = bookmark;
  const { addedAt: earliest, ...combined } = combineRepeats(
    { ...own, addedAt: createdAt, modifiedAt: null },
    { ...entry, addedAt, modifiedAt: null, visitedAt: entryVisitedAt },
  );
  return { ...combined, id, updatedAt, createdAt: earliest ?? createdAt };
}

interface MergeChange {
  readonly changed: readonly MergedField[];
  readonly before: MergedBookmark;
  readonly after: MergedBookmark;
}

function changeOf({ before, after }: Omit<MergeChange, 'changed'>, now: Date): MergeChange[] {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return changed.length === 0 ? [] : [{ changed, before, after: { ...after, updatedAt: now } }];
}

function count(counts: MergedCounts, { changed }: MergeChange): void {
  counts.bookmarks += 1;
  if (changed.includes('tags')) counts.tags += 1;
  if (changed.includes('description')) counts.descriptions += 1;
  if (changed.includes('favorite')) counts.favorites += 1;
  if (changed.includes('createdAt')) counts.dates += 1;
  if (changed.includes('visits')) counts.visits += 1;
}

async function writeChanges(
  client: Driver,
  { id: importId, accountId }: ImportKey,
  changes: readonly MergeChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const pick = (bookmark: MergedBookmark, names: readonly MergedField[]) =>
    Object.fromEntries([...names, 'updatedAt' as const].map((name) => [name, bookmark[name]]));
  const notes = changes.map(({ changed, before, after }) => ({
    id: before.id,
    before: pick(before, changed),
    after: pick(after, changed),
  }));
  await client.query(
    `insert into import_changes (account_id, import_id, bookmark_id, before, after)
     select $3, $1, u.id, u.before, u.after from jsonb_to_recordset($2) as u (id uuid, before jsonb, after jsonb)`,
    [importId, JSON.stringify(notes), accountId],
  );
  await writeMerged(
    client,
    accountId,
    changes.map(({ after }) => after),
  );
}

/** Writes bookmarks with all that is derived from their fields. Their space is locked. */
export async function writeMerged(
  client: Driver,
  accountId: string,
  rows: readonly MergedBookmark[],
): Promise<void> {
  if (rows.length === 0) return;
  const written = rows.map((row) => {
    const { domain, path } = parseBookmarkUrl(row.url);
    return { ...row, domain, path, ...searchColumns({ ...row, domain, path }) };
  });
  await client.query(
    `update bookmarks b
     set title = u.title, url = u.url, domain = u.domain, path = u.path, description = u.description, tags = u.tags,
       favorite = u.favorite, highlighted = u.highlighted, extra = u.extra, created_at = u."createdAt",
       updated_at = u."updatedAt", last_accessed_at = u."visitedAt", visits = u.visits,
       title_key = u."titleKey",
       search = u.search::tsvector, type = u.type, index_version = u."indexVersion"
     from jsonb_to_recordset($1) as u (id uuid, title text, url text, domain text, path text, description text,
       tags text[], favorite boolean, highlighted boolean, extra jsonb, "createdAt" timestamptz, "updatedAt" timestamptz,
       "visitedAt" timestamptz, visits integer, "titleKey" text, search text, type text, "indexVersion" smallint)
     where b.account_id = $2 and b.id = u.id`,
    [JSON.stringify(written), accountId],
  );
  await client.query(
    `update bookmark_collections l set created_at = b.created_at from bookmarks b
     where b.account_id = $2 and b.id = any ($1::uuid[])
       and l.account_id = $2 and l.bookmark_id = b.id and l.created_at <> b.created_at`,
    [rows.map(({ id }) => id), accountId],
  );
}
