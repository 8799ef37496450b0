import type { Import } from '@/lib/contract/imports';
import { Color } from '@/lib/contract/primitives';
import type {
  DefaultCollectionChange,
  DefaultCollectionLook as Look,
  ImportRecord,
} from '@/provider/db/schema/imports';
import type { Queryable } from '@/provider/db/transaction';
import { defaultCollection } from '@/provider/modules/spaces/service';

/** What of the default collection an import changes. */
export const defaultChanges = (change: DefaultCollectionChange | null): Import['defaultChanges'] => {
  const { color, description, security } = change?.after ?? {};
  return [
    ...(color === undefined ? [] : ['color' as const]),
    ...(description === undefined ? [] : ['description' as const]),
    ...(security === undefined ? [] : ['sharing' as const]),
  ];
};

/**
 * Gives the default collection of the space the color, the description and the sharing of the file's, each where it
 * still has its original value; a rehearsal only notes them. It is shared only if it holds nothing but what the file
 * brings: bookmarks that were private before are never published. The space is locked.
 */
export async function applyDefaultCollection(
  client: Queryable,
  { id, accountId, spaceId, collectionId, dryRun, createdAt }: ImportRecord,
): Promise<void> {
  // The file is accepted while the merge follows it, so the record of the merge may not say this yet.
  const { rows: imports } = await client.query<{ change: DefaultCollectionChange | null }>(
    'select default_collection as change from imports where account_id = $1 and id = $2',
    [accountId, id],
  );
  const file = imports[0]?.change?.file;
  if (file === undefined || collectionId !== null) return;
  const { rows } = await client.query<Look & { id: string; holdsOthers: boolean }>(
    `select c.id, c.color, c.description, c.security, c.listed, exists (select from bookmark_collections l
       where l.account_id = c.account_id and l.collection_id = c.id and l.import_id is distinct from $2) as "holdsOthers"
     from collections c where c.account_id = $3 and c.space_id = $1 and c.is_default`,
    [spaceId, id, accountId],
  );
  const [current] = rows;
  if (current === undefined) return;
  const color = Color.safeParse(file.color).data;
  const after: Partial<Look> = {
    ...(color !== undefined &&
      color !== current.color &&
      current.color === defaultCollection.color && { color }),
    ...(file.description !== '' && current.description === '' && { description: file.description }),
    ...(file.shared !== null &&
      current.security === 0 &&
      !current.holdsOthers && { security: 1 as const, listed: file.shared === 'listed' }),
  };
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, current[name as keyof Look]]));
  await client.query('update imports set default_collection = $3 where account_id = $1 and id = $2', [
    accountId,
    id,
    JSON.stringify({ file, id: current.id, before, after }),
  ]);
  if (!dryRun && Object.keys(after).length > 0)
    await setLook(client, { accountId, id: current.id }, { ...current, ...after }, createdAt);
}

/** Restores what of the default collection still is as the import made it. */
export async function undoDefaultCollection(
  client: Queryable,
  { id: importId, accountId }: Pick<ImportRecord, 'id' | 'accountId'>,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<Look & { id: string; change: DefaultCollectionChange }>(
    `select c.id, c.color, c.description, c.security, c.listed, i.default_collection as change
     from imports i join collections c
       on c.account_id = i.account_id and c.id = (i.default_collection ->> 'id')::uuid
     where i.account_id = $1 and i.id = $2`,
    [accountId, importId],
  );
  const [current] = rows;
  if (current === undefined) return;
  const { before = {}, after = {} } = current.change;
  const isUnchanged = (name: keyof Look) => after[name] !== undefined && current[name] === after[name];
  const restored: Partial<Look> = {
    ...(isUnchanged('color') && { color: before.color }),
    ...(isUnchanged('description') && { description: before.description }),
    ...(isUnchanged('security') && { security: before.security, listed: before.listed }),
  };
  if (Object.keys(restored).length > 0)
    await setLook(client, { accountId, id: current.id }, { ...current, ...restored }, now);
}

async function setLook(
  client: Queryable,
  { id, accountId }: { id: string; accountId: string },
  look: Look,
  now: Date,
): Promise<void> {
  const { color, description, security, listed } = look;
  await client.query(
    `update collections set color = $2, description = $3, security = $4, listed = $5, updated_at = $6
     where account_id = $7 and id = $1`,
    [id, color, description, security, listed, now, accountId],
  );
}
