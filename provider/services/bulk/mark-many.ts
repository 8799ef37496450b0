import type { Queryable } from '@/provider/db/transaction';
import { noteBookmarks, type Change } from '@/provider/services/bulk/journal';
import type { Selection } from '@/provider/services/bulk/selection';
import { Parameters } from '@/provider/services/listing/parameters';

const ofChange = 'from change_rows r where r.change_id = $1 and b.id = r.bookmark_id';

const setMark = {
  favorite: {
    name: 'bulk-favorite',
    text: `update bookmarks b set favorite = $3, updated_at = $2 ${ofChange}`,
  },
  highlighted: {
    name: 'bulk-highlight',
    text: `update bookmarks b set highlighted = $3, updated_at = $2 ${ofChange}`,
  },
};
const trash = {
  name: 'bulk-trash',
  text: `update bookmarks b set deleted_at = $2, updated_at = $2 ${ofChange}`,
};
const restore = {
  name: 'bulk-restore',
  text: `update bookmarks b set deleted_at = null, updated_at = $2 ${ofChange}`,
};

const note = async (
  tx: Queryable,
  change: Change,
  { selection, unless, field }: { selection: Selection; unless: string; field: string },
): Promise<number> =>
  noteBookmarks(tx, change, {
    where: (parameters) => [...selection(parameters), unless],
    before: `jsonb_build_object('${field}', b.${field}, 'updated_at', b.updated_at)`,
    links: false,
  });

/** Sets or clears a mark: whether bookmarks are favorites, or highlighted. */
export async function markMany(
  tx: Queryable,
  change: Change,
  selection: Selection,
  { field, value }: { field: keyof typeof setMark; value: boolean },
): Promise<number> {
  const unless = value ? `not b.${field}` : `b.${field}`;
  const affected = await note(tx, change, { selection, unless, field });
  await tx.query({ ...setMark[field], values: [change.id, change.now, value] });
  return affected;
}

/** Moves bookmarks to the trash, where they keep their collections. */
export async function trashMany(tx: Queryable, change: Change, selection: Selection): Promise<number> {
  const affected = await note(tx, change, {
    selection,
    unless: 'b.deleted_at is null',
    field: 'deleted_at',
  });
  await tx.query({ ...trash, values: [change.id, change.now] });
  return affected;
}

/** Takes bookmarks out of the trash. */
export async function restoreMany(tx: Queryable, change: Change, selection: Selection): Promise<number> {
  const affected = await note(tx, change, {
    selection,
    unless: 'b.deleted_at is not null',
    field: 'deleted_at',
  });
  await tx.query({ ...restore, values: [change.id, change.now] });
  return affected;
}

/** Erases bookmarks for good: nothing is written down, nothing can be taken back. */
export async function eraseMany(tx: Queryable, selection: Selection): Promise<number> {
  const parameters = new Parameters();
  const { rowCount } = await tx.query(
    `delete from bookmarks b where ${selection(parameters).join(' and ')}`,
    parameters.values,
  );
  return rowCount ?? 0;
}
