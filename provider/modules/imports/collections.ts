import type { PoolClient } from 'pg';
import { emojiOf, isIconName } from '@/lib/contract/collection-icons';
import { Color } from '@/lib/contract/primitives';
import { collectionSlug } from '@/lib/domain/collection-slug';
import {
  planCollections,
  unnamedFolder,
  type KnownCollection,
  type PlannedFolder,
} from '@/lib/formats/collection-folders';
import { ownAttributes, type ImportExtra } from '@/lib/formats/entry';
import { keyAtTopBefore, keyAtTopOf } from '@/lib/domain/order-key';
import { palette } from '@/lib/domain/palette';
import type { ImportRecord } from '@/provider/db/schema/imports';
import { collections } from '@/provider/db/schema/library';
import { eachColumn, recordset } from '@/provider/modules/bookmarks/columns';
import { isOrderAttribute } from '@/provider/modules/imports/staged-row';
import { newId } from '@/provider/db/client';

/** A collection that the import creates. */
export interface NewCollection {
  readonly id: string;
  readonly folder: number;
  readonly name: string;
  /** Number of its bookmarks after the import. */
  readonly count: number;
  /** Number of entries that precede its folder in the file. */
  readonly before: number;
  /** The attributes of its folder. */
  readonly extra: ImportExtra;
}

type FolderRow = Pick<PlannedFolder, 'id' | 'path'> & Pick<NewCollection, 'before' | 'extra'>;

/** Whether the file has a query for a smart collection that is not kept. */
export const lostRules = ({ extra }: Pick<NewCollection, 'extra'>): boolean =>
  extra[ownAttributes.smart] === '';
/** Whether the collection was public. */
export const isShared = ({ extra }: Pick<NewCollection, 'extra'>): boolean =>
  extra[ownAttributes.shared] !== undefined;

/**
 * Resolves the target collection of each folder: `import_targets` then maps every folder with a collection to it. A
 * folder that only contains other folders gets none, because it is part of their paths. Returns the collections to
 * create; none is created yet.
 */
export async function resolveTargets(
  client: PoolClient,
  { id, accountId, spaceId }: ImportRecord,
): Promise<NewCollection[]> {
  const { rows } = await client.query<FolderRow>(
    `select id, path, entries_before as before, coalesce(extra, '{}') as extra from import_folders
     where account_id = $2 and import_id = $1 and (entries > 0 or is_leaf or description <> '' or extra ? $3) order by id`,
    [id, accountId, ownAttributes.place],
  );
  const folders = rows.map((row) => ({
    ...row,
    exactName: row.extra[ownAttributes.name] ?? null,
    // Empty if the rules are lost.
    smart: row.extra[ownAttributes.smart] || null,
  }));
  const { rows: existingCollections } = await client.query<KnownCollection>(
    `select id, name, source_path as "sourcePath", is_default as "isDefault", smart ->> 'query' as smart
     from collections where account_id = $2 and space_id = $1
     order by order_key, id`,
    [spaceId, accountId],
  );
  const plan = planCollections(folders, existingCollections, unnamedFolder);
  const counts =
    plan.created.size === 0
      ? new Map<number, number>()
      : await countInFolders(client, { id, accountId, spaceId });
  const created = folders.flatMap(({ id: folder, before, extra, smart }) => {
    const name = plan.created.get(folder);
    if (name === undefined) return [];
    const count = smart === null ? (counts.get(folder) ?? 0) : 0;
    return [{ id: newId(), folder, name, count, before, extra }];
  });
  // A smart collection has no links: entries in its folder go to the default collection.
  const smart = new Set(folders.filter((folder) => folder.smart !== null).map((folder) => folder.id));
  const targets = [...plan.existing, ...created.map((one) => [one.folder, one.id] as const)].filter(
    ([folder]) => !smart.has(folder),
  );
  await client.query('insert into import_targets select * from unnest($1::integer[], $2::uuid[])', [
    targets.map(([folder]) => folder),
    targets.map(([, collection]) => collection),
  ]);
  return created;
}

/**
 * Counts the bookmarks directly in each folder of the file; repeated pages count once, and encrypted bookmarks that exist
 * elsewhere do not.
 */
async function countInFolders(
  client: PoolClient,
  { id, accountId, spaceId }: Pick<ImportRecord, 'id' | 'accountId' | 'spaceId'>,
): Promise<Map<number, number>> {
  const { rows } = await client.query<{ folder: number; count: number }>(
    `select r.folder, count(distinct coalesce(n.bookmark_id, k.bookmark_id))::integer as count
     from import_rows r
     join import_rows k on k.account_id = $2 and k.import_id = $1 and k.position = coalesce(r.kept, r.position)
     left join import_known n on n.position = k.position
     where r.account_id = $2 and r.import_id = $1 and r.folder is not null
       and (r.url_key is not null or r.cipher is not null or r.is_place)
       and (k.cipher is null or n.position is null or exists (select from bookmarks b
         where b.account_id = $2 and b.id = n.bookmark_id and b.space_id = $3 and b.deleted_at is null))
     group by r.folder`,
    [id, accountId, spaceId],
  );
  return new Map(rows.map(({ folder, count }) => [folder, count]));
}

const insertedColumns = {
  ...{ id: collections.id, name: collections.name, slug: collections.slug, orderKey: collections.orderKey },
  ...{ color: collections.color, icon: collections.icon, pinned: collections.pinned },
  ...{ smart: collections.smart, security: collections.security, listed: collections.listed },
};

/**
 * Creates the collections, each with the path of its folder. Order, color, icon and pin are taken from an export of
 * this service; otherwise collections are ordered like their folders among the bookmarks of the file.
 */
export async function insertCollections(
  client: PoolClient,
  { id, spaceId, accountId, createdAt }: ImportRecord,
  created: readonly NewCollection[],
): Promise<void> {
  const rows = created.map(({ id: collection, folder, name, before, extra }, index) => {
    const own = (key: keyof typeof ownAttributes) => extra[ownAttributes[key]] ?? null;
    const [place, icon, shared] = [own('place'), own('icon'), own('shared')];
    return {
      id: collection,
      folder,
      name,
      smart: own('smart') ? { query: own('smart') } : null,
      security: shared === null ? 0 : 1,
      listed: shared === 'listed',
      slug: collectionSlug(name),
      pinned: own('pinned') === '1',
      color: Color.safeParse(own('color')).data ?? palette[index % palette.length],
      icon: icon !== null && !isIconName(icon) ? emojiOf(icon) : icon,
      orderKey:
        place !== null && isOrderAttribute(place)
          ? keyAtTopOf(createdAt, place)
          : keyAtTopBefore(createdAt, before, index),
    };
  });
  await client.query(
    `insert into collections (${eachColumn(insertedColumns, (column) => column)}, space_id, account_id, import_id,
       description, source_path, extra, created_at, updated_at)
     select ${eachColumn(insertedColumns, (_, name) => `u."${name}"`)}, $2, $3, $1,
       f.description, f.path, nullif(f.extra - $6::text[], '{}'), coalesce(f.added_at, $4), coalesce(f.modified_at, f.added_at, $4)
     from jsonb_to_recordset($5) as u (folder integer, ${recordset(insertedColumns)})
     join import_folders f on f.account_id = $3 and f.import_id = $1 and f.id = u.folder
     order by u.folder`,
    [id, spaceId, accountId, createdAt, JSON.stringify(rows), Object.values(ownAttributes)],
  );
}
