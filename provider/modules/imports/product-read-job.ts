import { and, eq, sql } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import { productParts, productReads, type ProductReadRow } from '@/provider/db/schema/imports';
import { inTransaction } from '@/provider/db/transaction';
import type { ProductAnswer, ProviderDeps } from '@/provider/deps';
import { decryptText } from '@/provider/encrypt-text';
import { sendMissingRowJobs, type MakeJob, type RowJob } from '@/provider/jobs/queues';
import { failProductRead, findProductRead, purgeProductReads } from '@/provider/modules/imports/product-read';
import { requireSpace } from '@/provider/modules/imports/start';
import { Problem } from '@/provider/problem';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config' | 'freeBytes' | 'readProduct'>;

/** Until a product that could not be read is asked again. */
const retryMs = 60_000;
/** A product that cannot be read so many times in a row is given up. */
const failuresMax = 15;

/**
 * Reads the parts of the library of an account until the last one, or until the product has to be asked later: then the
 * job ends, and the scheduled run sends it again.
 */
async function readLibrary(deps: Deps, { id: accountId, signal }: RowJob): Promise<void> {
  while (!signal.aborted) {
    const read = await findProductRead(deps.db, accountId);
    if (read?.status !== 'reading') return;
    if (read.retryAt !== null && read.retryAt > deps.clock()) return;
    await readPart(deps, read, signal);
  }
}

async function readPart(deps: Deps, read: ProductReadRow, signal: AbortSignal): Promise<void> {
  const { product, part } = read;
  // After a restore, the secret can be another one.
  const token = decryptText(deps.config.secret, 'product token', read.token ?? Buffer.alloc(0));
  const answer: ProductAnswer =
    token === null ? { kind: 'refused' } : await deps.readProduct({ product, token, part }, signal);
  if (signal.aborted) return;
  switch (answer.kind) {
    case 'read':
      return storePart(deps, read, answer);
    case 'refused':
      return fail(deps, read, 'PRODUCT_TOKEN_INVALID');
    case 'tooLarge':
      return fail(deps, read, 'BODY_TOO_LARGE');
    case 'busy':
      return wait(deps, read, { refusal: 'PRODUCT_BUSY', ms: answer.retrySeconds * 1_000, failures: 0 });
    case 'failed': {
      const failures = read.failures + 1;
      if (failures >= failuresMax) return fail(deps, read, 'UPSTREAM_UNAVAILABLE');
      return wait(deps, read, { refusal: 'UPSTREAM_UNAVAILABLE', ms: retryMs, failures });
    }
  }
}

type Read = Extract<ProductAnswer, { kind: 'read' }>;
type Refusal = NonNullable<ProductReadRow['refusal']>;

const fail = ({ db }: Deps, read: ProductReadRow, refusal: Refusal): Promise<void> =>
  inTransaction(db, (tx) => failProductRead(tx, read, refusal));

/** Stores a part with the number of the next one, unless the user has cancelled in the meantime. */
async function storePart(deps: Deps, read: ProductReadRow, { pieces, count, isLast }: Read): Promise<void> {
  const bytes = pieces.reduce((sum, { length }) => sum + length, read.bytes);
  if (bytes > serviceLimits.importBytes) return fail(deps, read, 'BODY_TOO_LARGE');
  try {
    await requireSpace(deps, read.id, bytes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return fail(deps, read, 'DISK_FULL');
  }
  const parts = pieces.map((content, index) => ({
    ...{ accountId: read.accountId, part: read.part + index, content },
  }));
  await inTransaction(deps.db, async (tx) => {
    const { rowCount } = await tx
      .update(productReads)
      .set({
        ...{ part: read.part + parts.length, bytes, failures: 0, refusal: null, retryAt: null },
        count: count === null || read.count === null ? null : read.count + count,
        ...(isLast && { status: 'read' as const, token: null }),
      })
      .where(isCurrent(read));
    if (rowCount !== 0 && parts.length > 0) await tx.insert(productParts).values(parts);
  });
}

/** Neither cancelled nor stored by another process. */
const isCurrent = ({ accountId, id, part }: ProductReadRow) =>
  and(
    eq(productReads.accountId, accountId),
    eq(productReads.id, id),
    eq(productReads.part, part),
    eq(productReads.status, 'reading'),
  );

async function wait(
  { db, clock }: Deps,
  read: ProductReadRow,
  { refusal, ms, failures }: { refusal: Refusal; ms: number; failures: number },
): Promise<void> {
  const retryAt = new Date(clock().getTime() + ms);
  await db.update(productReads).set({ refusal, retryAt, failures }).where(isCurrent(read));
}

/** Job that reads libraries in other products. */
export const productReadJob: MakeJob = (deps) => ({
  name: 'product-reads',
  cron: '* * * * *',
  run: async () => {
    await purgeProductReads(deps);
    await sendMissingRowJobs(
      deps.db,
      'product-reads',
      sql`select account_id as id from product_reads
        where status = 'reading' and (retry_at is null or retry_at <= ${deps.clock()})`,
    );
  },
  work: (job) => readLibrary(deps, job),
});
