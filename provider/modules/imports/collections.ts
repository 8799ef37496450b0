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
import { ownAttributes } from '@/lib/formats/entry';
import { keyAtTopBefore, keyAtTopOf } from '@/lib/domain/order-key';
import { palette } from '@/lib/domain/palette';
import type { ImportRecord } from '@/provider/db/schema/imports';
import { isOrderAttribute } from '@/provider/modules/imports/staged-row';
import { newId } from '@/provider/db/client';

/** A collection that the import creates. */
export interface NewCollection {
  readonly id: string;
  readonly folder: number;
  readonly name: string;
  /** Number of its bookmarks after the import. */
  readonly count: number;
  /** Order key written by an export of this service. */
  readonly place: string | null;
  /** Number of entries that precede its folder in the file. */
  readonly before: number;
  readonly color: string | null;
  readonly icon: string | null;
  readonly pinned: boolean;
  /** The query of a smart collection. */
  readonly smart: string | null;
  /** Whether the file has a query for it that is not kept. */
  readonly lostRules: boolean;
  readonly shared: string | null;
}

type FolderRow = PlannedFolder &
  Pick<NewCollection, 'place' | 'before' | 'color' | 'icon' | 'pinned' | 'lostRules' | 'shared'>;

/**
 * Resolves the target collection of each folder: `import_targets` then maps every folder with a collection to it. A
 * folder that only contains other folders gets none, because it is part of their paths. Returns the collections to
 * create; none is created yet.
 */
export async function resolveTargets(
  client: PoolClient,
  { id, accountId, spaceId }: ImportRecord,
): Promise<NewCollection[]> {
  const { rows: folders } = await client.query<FolderRow>(
    `select id, path, entries_before as before, extra ->> $2 as place, extra ->> $3 as color, nullif(extra ->> $4, '') as smart,
       coalesce(extra ->> $4 = '', false) as "lostRules", extra ->> $5 as shared,
       extra ->> $7 as "exactName", extra ->> $8 as icon, extra ->> $9 = '1' as pinned
     from import_folders
     where account_id = $6 and import_id = $1 and (entries > 0 or is_leaf or description <> '' or extra ? $2) order by id`,
    [
      ...[id, ownAttributes.place, ownAttributes.color, ownAttributes.smart, ownAttributes.shared, accountId],
      ...[ownAttributes.name, ownAttributes.icon, ownAttributes.pinned],
    ],
  );
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
  const created = folders.flatMap(
    ({ id: folder, place, before, color, icon, pinned, smart = null, lostRules, shared }) => {
      const name = plan.created.get(folder);
      return name === undefined
        ? []
        : [
            {
              id: newId(),
              folder,
              name,
              count: smart === null ? (counts.get(folder) ?? 0) : 0,
              place,
              before,
              color,
              icon,
              pinned,
              smart,
              lostRules,
              shared,
            },
          ];
    },
  );
  // A smart collection has no links: entries in its folder go to the default collection.
  const smart = new Set(
    folders.filter((folder) => (folder.smart ?? null) !== null).map((folder) => folder.id),
  );
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

/**
 * Creates the collections, each with the path of its folder. Order, color, icon and pin are taken from an export of
 * this service; otherwise collections are ordered like their folders among the bookmarks of the file.
 */
export async function insertCollections(
  client: PoolClient,
  { id, spaceId, accountId, createdAt }: ImportRecord,
  created: readonly NewCollection[],
): Promise<void> {
  const rows = created.map(
    ({ place, before, color, icon, smart, lostRules: _, shared, ...collection }, index) => ({
      ...collection,
      smart: smart === null ? null : { query: smart },
      security: shared === null ? 0 : 1,
      listed: shared === 'listed',
      slug: collectionSlug(collection.name),
      color: Color.safeParse(color).data ?? palette[index % palette.length],
      icon: icon !== null && !isIconName(icon) ? emojiOf(icon) : icon,
      orderKey:
        place !== null && isOrderAttribute(place)
          ? keyAtTopOf(createdAt, place)
          : keyAtTopBefore(createdAt, before, index),
    }),
  );
  await client.query(
    `insert into collections (id, space_id, account_id, name, description, color, icon, pinned, slug, source_path, extra, order_key,
       import_id, smart, security, listed, created_at, updated_at)
     select u.id, $2, $3, u.name, f.description, u.color, u.icon, coalesce(u.pinned, false), u.slug, f.path, nullif(f.extra - $6::text[], '{}'),
       u."orderKey", $1, u.smart, u.security, u.listed, coalesce(f.added_at, $4), coalesce(f.modified_at, f.added_at, $4)
     from jsonb_to_recordset($5) as u (id uuid, folder integer, name text, color text, icon text, pinned boolean, slug text, "orderKey" text,
       smart jsonb, security smallint, listed boolean)
     join import_folders f on f.account_id = $3 and f.import_id = $1 and f.id = u.folder
     order by u.folder`,
    [id, spaceId, accountId, createdAt, JSON.stringify(rows), Object.values(ownAttributes)],
  );
}
