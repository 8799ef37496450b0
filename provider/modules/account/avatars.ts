import { and, eq } from 'drizzle-orm';
import { limits } from '@/lib/contract/limits';
import { accounts, avatars } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { reencodeImage } from '@/provider/integrations/images/image';
import { Problem } from '@/provider/problem';
import { newId } from '@/provider/db/client';

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;

/** A photograph of a phone has 4,000; what is beyond this would cost more memory than a picture is worth. */
const maxInputEdge = 6_000;

/** Sets an account's picture: the center square of the upload, re-encoded. Throws INVALID_IMAGE. */
export async function setAvatar(
  { db, clock, config }: Deps,
  accountId: string,
  sent: Uint8Array,
): Promise<void> {
  const bytes = await drawAvatar(sent, config.programs);
  const id = newId();
  await db.transaction(async (tx) => {
    const fresh = { id, bytes, createdAt: clock() };
    await tx
      .insert(avatars)
      .values({ accountId, ...fresh })
      .onConflictDoUpdate({ target: avatars.accountId, set: fresh });
    await tx.update(accounts).set({ avatar: id }).where(eq(accounts.id, accountId));
  });
}

async function drawAvatar(sent: Uint8Array, programs: string | undefined): Promise<Buffer> {
  const options = { edge: limits.avatarEdge, maxInputEdge, cover: true, programs };
  const drawn = await reencodeImage(sent, options);
  if (!drawn) throw new Problem('INVALID_IMAGE');
  return drawn;
}

/** Takes an account's picture away, if it has one. */
export async function removeAvatar({ db }: Pick<Deps, 'db'>, accountId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(avatars).where(eq(avatars.accountId, accountId));
    await tx.update(accounts).set({ avatar: null }).where(eq(accounts.id, accountId));
  });
}

/** The account's picture with this id, as PNG; null when it has none, or another one by now. */
export async function findAvatar(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  id: string,
): Promise<Buffer | null> {
  const [found] = await db
    .select({ bytes: avatars.bytes })
    .from(avatars)
    .where(and(eq(avatars.id, id), eq(avatars.accountId, accountId)));
  return found?.bytes ?? null;
}
