import { and, eq, lt, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ProductRead, ReadProductInput } from '@/lib/contract/imports';
import type { Actor } from '@/provider/actor';
import { newId, type Database, type Executor } from '@/provider/db/client';
import { erasures } from '@/provider/db/schema/changes';
import { productParts, productReads, type ProductReadRow } from '@/provider/db/schema/imports';
import { inTransaction, lockAccount } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { encryptText } from '@/provider/encrypt-text';
import { productFile } from '@/provider/integrations/fetch/read-product';
import { sendRowJob } from '@/provider/jobs/queues';
import { Problem } from '@/provider/problem';

/**
 * [Note: Product reads] A library in another product is read by a job, part by part, with the user's token. Each part is
 * stored with the number of the next one, so that a job that was killed continues there. When all are read, the user
 * downloads them as a file, and the import goes on as with any file. The token is deleted when the reading ends; the parts
 * are deleted when the file is imported, when the user cancels, or after a day.
 */

/** Starts to read a library, instead of an earlier one. Throws IMPORT_RUNNING while another one is being read. */
export function startProductRead(
  { db, clock, config }: Pick<ProviderDeps, 'db' | 'clock' | 'config'>,
  { accountId }: Pick<Actor, 'accountId'>,
  { product, token }: z.infer<typeof ReadProductInput>,
): Promise<ProductRead> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const current = await findProductRead(tx, accountId);
    if (current?.status === 'reading') throw new Problem('IMPORT_RUNNING');
    await deleteProductReads(tx, eq(productReads.accountId, accountId));
    const row = {
      ...{ accountId, id: newId(), product, status: 'reading' as const, createdAt: clock() },
      token: encryptText(config.secret, 'product token', token),
      count: product === 'pinboard' ? null : 0,
    };
    const [started] = await tx.insert(productReads).values(row).returning();
    if (!started) throw new Error('the library that is to be read was not stored');
    await sendRowJob(tx, { db }, 'product-reads', accountId);
    return presentProductRead(started);
  });
}

export async function findProductRead(db: Executor, accountId: string): Promise<ProductReadRow | null> {
  const [row] = await db.select().from(productReads).where(eq(productReads.accountId, accountId));
  return row ?? null;
}

export const presentProductRead = (row: ProductReadRow): ProductRead => ({
  ...{ product: row.product, status: row.status, count: row.count, refusal: row.refusal },
  startedAt: row.createdAt.toISOString(),
});

/** Stops reading the library of an account, and deletes what was read. */
export const discardProductRead = (db: Database, accountId: string): Promise<void> =>
  inTransaction(db, (tx) => deleteProductReads(tx, eq(productReads.accountId, accountId)));

/** What was read is deleted physically as well: it may be what the user encrypts on their device. */
async function deleteProductReads(tx: Executor, where: SQL): Promise<void> {
  const deleted = await tx.delete(productReads).where(where).returning({ part: productReads.part });
  if (deleted.some(({ part }) => part > 0)) await tx.insert(erasures).values({});
}

/** Ends the reading of a library without a result. */
export async function failProductRead(
  tx: Executor,
  { accountId, id }: ProductReadRow,
  refusal: NonNullable<ProductReadRow['refusal']>,
): Promise<void> {
  const { rowCount } = await tx
    .update(productReads)
    .set({ status: 'failed', token: null, retryAt: null, refusal })
    .where(and(eq(productReads.accountId, accountId), eq(productReads.id, id)));
  if (rowCount === 0) return;
  await tx.delete(productParts).where(eq(productParts.accountId, accountId));
  await tx.insert(erasures).values({});
}

/** How long a library is kept after the reading has begun. */
const retentionMs = 24 * 60 * 60_000;

/** Deletes libraries that were not imported. By both clocks: if one of them jumps ahead, none is deleted early. */
export const purgeProductReads = ({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<void> =>
  inTransaction(db, (tx) =>
    deleteProductReads(
      tx,
      lt(
        productReads.createdAt,
        sql`least(${clock()}::timestamptz, now()) - ${retentionMs}::float8 * interval '1 millisecond'`,
      ),
    ),
  );

/** Returns the file of a library that was read; it is streamed part by part. Throws NOT_FOUND. */
export async function openProductFile(db: Database, accountId: string): Promise<AsyncGenerator<Uint8Array>> {
  const row = await findProductRead(db, accountId);
  if (row?.status !== 'read') throw new Problem('NOT_FOUND');
  return productFile(row.product, row.part, async (part) => {
    const [found] = await db
      .select({ content: productParts.content })
      .from(productParts)
      .where(and(eq(productParts.accountId, accountId), eq(productParts.part, part)));
    if (!found) throw new Error('the library was discarded during the download');
    return found.content;
  });
}
