import type { Output } from '@/lib/contract/index';
import { quoteLexeme, tagLexeme } from '@/lib/domain/search-words';
import { tagKey } from '@/lib/domain/tag-key';
import { uniqueTags } from '@/lib/domain/tags';
import type { Actor } from '@/provider/actor';
import { SqlParameters } from '@/provider/db/client';
import { inTransaction, lockSpaces, type Queryable } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { rewriteTexts } from '@/provider/modules/bookmarks/rewrite-texts';
import {
  beginChange,
  closeChange,
  forgetRows,
  noteBookmarks,
  type Change,
} from '@/provider/modules/bulk/journal';
import { Problem } from '@/provider/problem';

const query = (tags: readonly string[], operator: '&' | '|', parameters: SqlParameters): string =>
  `${parameters.add(tags.map((tag) => quoteLexeme(tagLexeme(tag))).join(operator))}::tsquery`;

/** Whether `bookmarks b` has a tag, whatever its spelling. Encrypted ones are neither with nor without. */
export const hasAny = (tags: readonly string[], parameters: SqlParameters): string =>
  `b.search @@ ${query(tags, '|', parameters)}`;

export const hasAll = (tags: readonly string[], parameters: SqlParameters): string =>
  `b.search @@ ${query(tags, '&', parameters)}`;

type Deps = Pick<ProviderDeps, 'db' | 'clock'>;

interface TagRow {
  name: string;
  count: number;
}

const findTag = {
  name: 'find-tag',
  text: 'select name, bookmark_count as count from tags where space_id = $1 and key = mw_tag_key($2)',
};

const spell = {
  name: 'spell-tag',
  text: 'update tags set name = $3 where space_id = $1 and key = mw_tag_key($2)',
};

/**
 * Gives a tag of the actor's space another name, in the trash too. A name that another tag has already makes one of the
 * two, in the spelling that is there. Throws NOT_FOUND.
 */
export function renameTag(
  { db, clock }: Deps,
  actor: Actor,
  oldName: string,
  newName: string,
): Promise<Output<'tags.rename'>> {
  return inTransaction(db, async (tx) => {
    const change = await beginIn(tx, actor, clock());
    await requireTag(tx, change, oldName);
    const old = await readTag(tx, change, oldName);
    const isSpelling = tagKey(oldName) === tagKey(newName);
    const name = isSpelling ? newName : ((await readTag(tx, change, newName))?.name ?? newName);
    const affected = await retag(tx, change, oldName, name);
    if (isSpelling) await tx.query({ ...spell, values: [change.spaceId, name, name] });
    const { undo } = await closeChange(tx, change, affected, isSpelling ? (old?.name ?? null) : null);
    const { count = 0 } = (await readTag(tx, change, name)) ?? {};
    return { name, count, undo };
  });
}

/** Takes a tag off every bookmark of the actor's space, in the trash too. Throws NOT_FOUND. */
export function deleteTag({ db, clock }: Deps, actor: Actor, name: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const change = await beginIn(tx, actor, clock());
    await requireTag(tx, change, name);
    await retag(tx, change, name, null);
    await forgetRows(tx, change);
  });
}

async function beginIn(tx: Queryable, actor: Actor, now: Date): Promise<Change> {
  if ((await lockSpaces(tx, actor.accountId, [actor.spaceId])) === 0) throw new Problem('SPACE_NOT_FOUND');
  return beginChange(actor, now);
}

async function readTag(tx: Queryable, { spaceId }: Change, name: string): Promise<TagRow | undefined> {
  const { rows } = await tx.query<TagRow>({ ...findTag, values: [spaceId, name] });
  return rows[0];
}

async function requireTag(tx: Queryable, change: Change, tag: string): Promise<void> {
  const parameters = new SqlParameters();
  const { rowCount } = await tx.query(
    `select 1 from bookmarks b where ${withTag(change, tag, parameters)} limit 1`,
    parameters.values,
  );
  if (rowCount === 0) throw new Problem('NOT_FOUND');
}

/** Bookmarks of the space with the tag: each half is looked up in the index of its own. */
function withTag({ accountId, spaceId }: Change, tag: string, parameters: SqlParameters): string {
  const has = hasAny([tag], parameters);
  return `b.account_id = ${parameters.add(accountId)} and b.space_id = ${parameters.add(spaceId)}
    and (b.deleted_at is null and ${has} or b.deleted_at is not null and ${has})`;
}

/** Writes one tag as another one, or not at all; answers in how many bookmarks. */
async function retag(
  tx: Queryable,
  change: Change,
  tag: string,
  replacement: string | null,
): Promise<number> {
  const key = tagKey(tag);
  const isSpelling = replacement !== null && tagKey(replacement) === key;
  const affected = await noteBookmarks(tx, change, {
    where: (parameters) => [
      withTag(change, tag, parameters),
      // Another spelling of the same tag is in place where it stands already.
      ...(isSpelling ? [`not (b.tags @> array[${parameters.add(replacement)}])`] : []),
    ],
    before: `jsonb_build_object('updated_at', b.updated_at)`,
    links: false,
  });
  await rewriteTexts(tx, {
    accountId: change.accountId,
    changeId: change.id,
    now: change.now,
    revise: ({ tags }) => ({
      tags:
        replacement === null
          ? tags.filter((own) => tagKey(own) !== key)
          : uniqueTags(tags.map((own) => (tagKey(own) === key ? replacement : own))),
    }),
  });
  return affected;
}
