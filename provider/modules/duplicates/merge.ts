import { sql, type SQL } from 'drizzle-orm';
import { fields } from '@/lib/bookmark/fields';
import { joinTexts } from '@/lib/bookmark/merge';
import { isBlank, trimTitle } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import type { MergeInput } from '@/lib/contract/bulk';
import { parseTags, uniqueTags } from '@/lib/domain/tags';
import type { Actor, CurrentSpace } from '@/provider/actor';
import { executePrepared, inline, toSql, type Executor } from '@/provider/db/client';
import { inTransaction, lockSpaces } from '@/provider/db/transaction';
import { isFuture } from '@/lib/domain/future-date';
import type { ProviderDeps } from '@/provider/deps';
import type { BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { getBookmark, linkWithinLimit, replaceLinks } from '@/provider/modules/bookmarks/queries';
import {
  eachColumn,
  flagColumns,
  greatestColumns,
  textColumns,
  textNames,
  type NamedColumns,
} from '@/provider/modules/bookmarks/columns';
import {
  definedTexts,
  rewriteTexts,
  type TextRow,
  type BookmarkTexts,
} from '@/provider/modules/bookmarks/rewrite-texts';
import {
  alignLinkDates,
  beginChange,
  closeChange,
  linksOf,
  prepareBulkChange,
  type Change,
  type ChangeKey,
  type ChangeResult,
} from '@/provider/modules/bookmarks/journal';
import { leaveDefault } from '@/provider/modules/bulk/link-many';
import { moveKept } from '@/provider/modules/bulk/move-kept';
import { Problem } from '@/provider/problem';

/** Chosen values of the remaining bookmark; absent fields are combined. */
type MergeChoice = Omit<MergeInput, 'keep' | 'uuids' | 'tags'> & { tags?: readonly string[] | undefined };

const each = (columns: NamedColumns, write: (column: string) => string): SQL =>
  toSql(() => eachColumn(columns, write));

/**
 * Combined fields of the bookmarks that are merged into each remaining one. Flags and times are written by their kind;
 * the creation, which can be chosen, and the visits, which have a limit, by name.
 */
const combinedFields = ({ id, accountId }: ChangeKey): SQL => sql`(
  select r.into_id, min(g.created_at) as created_at, sum(g.visits) as visits,
    ${each(flagColumns, (column) => `bool_or(g.${column}) as ${column}`)},
    ${each(greatestColumns, (column) => `max(g.${column}) as ${column}`)}
  from change_rows r join bookmarks g on g.account_id = r.account_id and g.id = r.bookmark_id
  where r.account_id = ${accountId} and r.change_id = ${id} and r.into_id is not null group by r.into_id) m`;

/** Limit of an imported count too; a sum could exceed the range of the column. */
const maxVisits = 999_999_999;
const visitsAdded = sql`greatest(least(m.visits, ${inline(maxVisits)} - b.visits), 0)::integer`;

/** The values that a greater one replaces; null is one of them. */
const greatestBefore = toSql(() =>
  Object.values(greatestColumns)
    .map(
      ({ name }) =>
        `case when b.${name} >= m.${name} then '{}' else jsonb_build_object('${name}', b.${name}) end`,
    )
    .join(' || '),
);

const recordKept = (change: ChangeKey): SQL => sql`
  insert into change_rows (account_id, change_id, bookmark_id, before, links)
  select b.account_id, ${change.id}, b.id, jsonb_strip_nulls(jsonb_build_object(
      ${each(flagColumns, (column) => `'${column}', case when m.${column} and not b.${column} then false end`)},
      'created_at', b.created_at, 'visits_added', ${visitsAdded}, 'updated_at', b.updated_at))
    || ${greatestBefore}, ${linksOf}
  from ${combinedFields(change)} join bookmarks b on b.account_id = ${change.accountId} and b.id = m.into_id`;

/** A chosen date more than a day ahead becomes now. */
const notAhead = (chosen: MergeChoice['createdAt'], now: Date): MergeChoice['createdAt'] =>
  chosen !== undefined && isFuture(new Date(chosen), now) ? now.toISOString() : chosen;

const writeKept = (change: Change, createdAt: MergeChoice['createdAt']): SQL => sql`
  update bookmarks b set ${each(flagColumns, (column) => `${column} = b.${column} or m.${column}`)},
    ${each(greatestColumns, (column) => `${column} = greatest(b.${column}, m.${column})`)},
    created_at = coalesce(${createdAt ?? null}, least(b.created_at, m.created_at)), visits = b.visits + ${visitsAdded},
    updated_at = ${change.now}
  from ${combinedFields(change)} where b.account_id = ${change.accountId} and b.id = m.into_id`;

// In the default collection there is nothing to add: the kept bookmark leaves it, see `leaveDefault`.
const joinLinks = ({ id, accountId }: ChangeKey): SQL =>
  linkWithinLimit(
    accountId,
    sql`select b.id, l.collection_id, b.space_id, b.deleted_at is null as live, b.created_at, l.collection_id as position
      from change_rows r
      join bookmark_collections l on l.account_id = r.account_id and l.bookmark_id = r.bookmark_id
      join collections c on c.account_id = l.account_id and c.id = l.collection_id and not c.is_default
      join bookmarks b on b.account_id = r.account_id and b.id = r.into_id
      where r.account_id = ${accountId} and r.change_id = ${id}
      group by b.account_id, b.id, l.collection_id`,
  );

const trashOthers = ({ id, accountId, now }: Change): SQL => sql`
  update bookmarks b set deleted_at = ${now}, updated_at = ${now}
  from change_rows r where r.account_id = ${accountId} and r.change_id = ${id} and r.into_id is not null
    and b.account_id = ${accountId} and b.id = r.bookmark_id`;

/**
 * Merges the bookmarks that the journal of a change records as merged into others, in a locked space. Fields that are
 * not chosen are combined, tags, collections and visits up to their limits; annotations and saved copies move. The merged
 * bookmarks move to the trash with everything else that they had. `kept` is the only remaining bookmark if collections
 * are chosen.
 */
async function mergeRecorded(
  tx: Executor,
  change: Change,
  choice: MergeChoice = {},
  kept?: { id: string; spaceId: string },
): Promise<void> {
  await executePrepared(tx, 'merge-note-kept', recordKept(change));
  await executePrepared(tx, 'merge-write-kept', writeKept(change, notAhead(choice.createdAt, change.now)));
  if (kept && choice.collections !== undefined)
    await replaceLinks(tx, change.accountId, kept, choice.collections);
  else {
    await executePrepared(tx, 'merge-links', joinLinks(change));
    await leaveDefault(tx, change);
  }
  await alignLinkDates(tx, change);
  await moveKept(tx, change);
  await rewriteTexts<{ gone: MergedTexts[] }>(tx, change, (row) => combineTexts(row, choice), mergedTexts);
  await executePrepared(tx, 'merge-trash-others', trashOthers(change));
}

type MergedTexts = Pick<TextRow, (typeof textNames)[number]>;

const mergedTexts = sql`, (
  select json_agg(json_build_object(
      ${each(textColumns, (column) => `'${column}', coalesce(to_json(g.${column}), '""')`)}) order by g.created_at, g.id)
  from change_rows o join bookmarks g on g.account_id = o.account_id and g.id = o.bookmark_id
  where o.account_id = r.account_id and o.change_id = r.change_id and o.into_id = r.bookmark_id) as gone`;

const plainNames = textNames.filter((name) => name !== 'tags');

function combineTexts(row: TextRow & { gone: MergedTexts[] }, choice: MergeChoice): BookmarkTexts | null {
  const chosen = { ...choice, title: choice.title === undefined ? undefined : trimTitle(choice.title) };
  const union = uniqueTags([...row.tags, ...row.gone.flatMap(({ tags }) => tags)]);
  const tags = choice.tags ?? union.slice(0, limits.tagsPerBookmark);
  const isSame = tags.length === row.tags.length && tags.every((tag, index) => tag === row.tags[index]);
  const texts = definedTexts({
    ...Object.fromEntries(plainNames.map((name) => [name, chosen[name] ?? fill(name, row)])),
    tags: isSame ? undefined : tags,
  });
  return Object.keys(texts).length === 0 ? null : texts;
}

/**
 * Returns the replacement of a text, by the others in the order of their creation: of a blank one the first that is not
 * blank, or the joined texts. Undefined if it does not change.
 */
function fill(
  name: (typeof plainNames)[number],
  row: MergedTexts & { gone: MergedTexts[] },
): string | undefined {
  const others = row.gone.map((gone) => gone[name]).filter((text) => !isBlank(text));
  if (fields[name].combine !== 'joined') return isBlank(row[name]) ? others[0] : undefined;
  const joined = others.reduce(joinTexts, row[name]);
  return joined === row[name] ? undefined : joined;
}

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

const before = sql`jsonb_build_object('deleted_at', null, 'updated_at', b.updated_at)`;

const recordOthers = ({ id, accountId }: ChangeKey, keep: string, others: readonly string[]): SQL => sql`
  insert into change_rows (account_id, change_id, bookmark_id, before, into_id)
  select b.account_id, ${id}, b.id, ${before}, ${keep} from bookmarks b
  where b.account_id = ${accountId} and b.id = any (${sql.param(others)}::uuid[])`;

const directions = { oldest: sql`asc`, newest: sql`desc` };

const recordRepeated = ({ id, accountId, spaceId }: Change, keep: keyof typeof directions): SQL => sql`
  insert into change_rows (account_id, change_id, bookmark_id, before, into_id)
  select b.account_id, ${id}, b.id, ${before}, b.kept from (
    select account_id, id, updated_at, first_value(id) over (
      partition by url_key order by created_at ${directions[keep]}, id ${directions[keep]}) as kept
    from bookmarks
    where account_id = ${accountId} and space_id = ${spaceId} and deleted_at is null and url_key is not null) b
  where b.id <> b.kept`;

const refuse = (code: 'required' | 'encrypted_bookmark'): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path: 'uuids', code }] });

/**
 * Merges several bookmarks of the actor's space into one. Throws NOT_FOUND when one of them is missing or in the trash,
 * or a chosen collection is in another space, SMART_COLLECTION, and VALIDATION_FAILED when one is encrypted or there is
 * nothing to merge.
 */
export function mergeBookmarks(
  { db, clock }: Deps,
  actor: Actor,
  { keep, uuids, tags, ...choice }: MergeInput,
): Promise<{ bookmark: BookmarkRecord; undo: string | null }> {
  const others = [...new Set(uuids)].filter((id) => id !== keep);
  if (others.length === 0) throw refuse('required');
  return inTransaction(db, async (tx) => {
    await lockOwnSpace(tx, actor);
    await requireReadable(tx, actor, [keep, ...others]);
    const change = beginChange(actor, clock());
    await tx.execute(recordOthers(change, keep, others));
    const chosen = { ...choice, tags: tags === undefined ? undefined : parseTags(tags) };
    await mergeRecorded(tx, change, chosen, { id: keep, spaceId: actor.spaceId });
    const { undo } = await closeChange(tx, change, others.length);
    return { bookmark: await getBookmark(tx, actor.accountId, keep), undo };
  });
}

async function requireReadable(
  tx: Executor,
  { accountId, spaceId }: CurrentSpace,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await tx.execute<{ encrypted: boolean }>(sql`
    select encrypted from bookmarks where account_id = ${accountId} and space_id = ${spaceId}
      and id = any (${sql.param(ids)}::uuid[]) and deleted_at is null`);
  if (rows.length < ids.length) throw new Problem('NOT_FOUND');
  if (rows.some(({ encrypted }) => encrypted)) throw refuse('encrypted_bookmark');
}

/**
 * Merges every group of bookmarks of the actor's space for the same page into its oldest or newest one. Returns how
 * many bookmarks moved to the trash.
 */
export function mergeDuplicates(
  { db, clock }: Deps,
  actor: Actor,
  keep: 'oldest' | 'newest',
): Promise<ChangeResult> {
  return inTransaction(db, async (tx) => {
    await lockOwnSpace(tx, actor);
    const change = beginChange(actor, clock());
    const { rowCount } = await tx.execute(recordRepeated(change, keep));
    await prepareBulkChange(tx, rowCount ?? 0);
    if (rowCount !== 0) await mergeRecorded(tx, change);
    return closeChange(tx, change, rowCount ?? 0);
  });
}

async function lockOwnSpace(tx: Executor, { accountId, spaceId }: Actor): Promise<void> {
  if ((await lockSpaces(tx, accountId, [spaceId])) === 0) throw new Problem('SPACE_NOT_FOUND');
}
