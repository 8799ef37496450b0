import type { PoolClient } from 'pg';
import { collectionSlug } from '@/lib/domain/collection-slug';
import {
  type KnownCollection,
  planCollections,
  type PlannedFolder,
} from '@/lib/domain/netscape/plan-collections';
import { keyAtTop } from '@/lib/domain/order-key';
import { palette } from '@/lib/domain/palette';
import type { ImportRecord } from '@/provider/services/imports/import-record';
import { newId } from '@/provider/services/new-id';

/** A collection that the import makes. */
export interface NewCollection {
  readonly id: string;
  readonly folder: number;
  readonly name: string;
  /** Entries of the file that stand directly in its folder. */
  readonly count: number;
}

type FolderRow = PlannedFolder & { readonly entries: number };

/** Kept in English, like the name of the default collection. */
const unnamed = 'Unnamed folder';

/**
 * Decides where the entries of each folder go: `import_targets` then holds the collection of every folder that becomes
 * one. A folder that only holds other folders does not: the paths of those keep it. Answers the collections that are to
 * be made; none is made yet.
 */
export async function placeCollections(
  client: PoolClient,
  { id, spaceId }: ImportRecord,
): Promise<NewCollection[]> {
  const { rows: folders } = await client.query<FolderRow>(
    `select id, path, entries from import_folders
     where import_id = $1 and (entries > 0 or is_leaf or description <> '') order by id`,
    [id],
  );
  const { rows: library } = await client.query<KnownCollection>(
    'select id, name, source_path as "sourcePath" from collections where space_id = $1 and smart is null order by created_at, id',
    [spaceId],
  );
  const plan = planCollections(folders, library, unnamed);
  const made = folders.flatMap((folder) => {
    const name = plan.created.get(folder.id);
    return name === undefined ? [] : [{ id: newId(), folder: folder.id, name, count: folder.entries }];
  });
  const targets = [...plan.existing, ...made.map((one) => [one.folder, one.id] as const)];
  await client.query('insert into import_targets select * from unnest($1::integer[], $2::uuid[])', [
    targets.map(([folder]) => folder),
    targets.map(([, collection]) => collection),
  ]);
  return made;
}

/** Makes the collections, in the order of their folders, each with the path that it came from. */
export async function insertCollections(
  client: PoolClient,
  { id, spaceId, accountId, createdAt }: ImportRecord,
  made: readonly NewCollection[],
): Promise<void> {
  const rows = made.map((collection, index) => ({
    ...collection,
    slug: collectionSlug(collection.name),
    color: palette[index % palette.length],
    orderKey: keyAtTop(createdAt, index),
  }));
  await client.query(
    `insert into collections (id, space_id, account_id, name, description, color, slug, source_path, extra, order_key,
       import_id, created_at, updated_at)
     select u.id, $2, $3, u.name, f.description, u.color, u.slug, f.path, f.extra, u."orderKey", $1,
       coalesce(f.added_at, $4), coalesce(f.modified_at, f.added_at, $4)
     from jsonb_to_recordset($5) as u (id uuid, folder integer, name text, color text, slug text, "orderKey" text)
     join import_folders f on f.import_id = $1 and f.id = u.folder
     order by u.folder`,
    [id, spaceId, accountId, createdAt, JSON.stringify(rows)],
  );
}
