import { and, eq } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import { inTransaction } from '@/provider/db/transaction';
import { newId } from '@/provider/db/client';
import { accounts, avatars } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { reencodeImage } from '@/provider/integrations/images/image';
import { readBytes } from '@/provider/middleware/body';
import type { Handlers } from '@/provider/middleware/handler';
import { deleteAccount } from '@/provider/modules/account/delete-account';
import { presentAccount } from '@/provider/modules/account/presenter';
import { getAccount, updateAccount, updatePreferences } from '@/provider/modules/account/queries';
import { Problem } from '@/provider/problem';

type AccountCall = 'account.get' | 'account.update' | 'account.updatePreferences' | 'account.delete';

export const account: Handlers<AccountCall> = {
  'account.get': async ({ actor, deps }) => ({
    status: 200,
    body: presentAccount(await getAccount(deps.db, actor.accountId), deps.config),
  }),

  'account.update': async ({ actor, body, deps }) => ({
    status: 200,
    body: presentAccount(await updateAccount(deps, actor.accountId, body), deps.config),
  }),

  'account.updatePreferences': async ({ actor, body, deps }) => ({
    status: 200,
    body: presentAccount(await updatePreferences(deps, actor.accountId, body), deps.config),
  }),

  'account.delete': async ({ actor, body, context, deps }) => {
    await deleteAccount(deps, actor.accountId, body.email, context);
    return { status: 204, body: null };
  },
};

/** The URL identifies one immutable picture; only its account may read it. */
const immutableCacheControl = 'private, max-age=31536000, immutable';

const pictureTypes = /^image\/(?:png|jpeg|gif|webp)$/;

export const avatar: Handlers<'account.updateAvatar' | 'account.deleteAvatar' | 'account.avatar'> = {
  'account.updateAvatar': async ({ actor, request, deps }) => {
    await setAvatar(deps, actor.accountId, await readPicture(request));
    return { status: 200, body: presentAccount(await getAccount(deps.db, actor.accountId), deps.config) };
  },

  'account.deleteAvatar': async ({ actor, deps }) => {
    await removeAvatar(deps, actor.accountId);
    return { status: 204, body: null };
  },

  'account.avatar': async ({ actor, params, deps }) => {
    const bytes = await findAvatar(deps, actor.accountId, params.uuid);
    if (!bytes) throw new Problem('NOT_FOUND');
    const headers = { 'content-type': 'image/png', 'cache-control': immutableCacheControl };
    return { status: 200, body: new Uint8Array(bytes), headers };
  },
};

async function readPicture(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined || !pictureTypes.test(type)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (Number(request.headers.get('content-length')) > serviceLimits.avatarBytes)
    throw new Problem('BODY_TOO_LARGE');
  if (!request.body) throw new Problem('INVALID_IMAGE');
  try {
    return await readBytes(request.body, serviceLimits.avatarBytes);
  } catch (error) {
    // The client disconnected during the upload.
    throw error instanceof Problem ? error : new Problem('MALFORMED_REQUEST');
  }
}

type AvatarDeps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>;

/** Phone photographs have 4,000 pixels; larger images would use too much memory. */
const maxInputEdge = 6_000;

/** Sets an account's picture: the center square of the upload, re-encoded. Throws INVALID_IMAGE. */
async function setAvatar(
  { db, clock, config }: AvatarDeps,
  accountId: string,
  upload: Uint8Array,
): Promise<void> {
  const bytes = await drawAvatar(upload, config.programs);
  const id = newId();
  await inTransaction(db, async (tx) => {
    const newValues = { id, bytes, createdAt: clock() };
    await tx
      .insert(avatars)
      .values({ accountId, ...newValues })
      .onConflictDoUpdate({ target: avatars.accountId, set: newValues });
    await tx.update(accounts).set({ avatar: id }).where(eq(accounts.id, accountId));
  });
}

async function drawAvatar(upload: Uint8Array, programs: string | undefined): Promise<Buffer> {
  const options = { edge: serviceLimits.avatarEdge, maxInputEdge, cover: true, programs };
  const drawn = await reencodeImage(upload, options);
  if (!drawn) throw new Problem('INVALID_IMAGE');
  return drawn;
}

/** Deletes an account's picture, if it has one. */
async function removeAvatar({ db }: Pick<ProviderDeps, 'db'>, accountId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.delete(avatars).where(eq(avatars.accountId, accountId));
    await tx.update(accounts).set({ avatar: null }).where(eq(accounts.id, accountId));
  });
}

/** Returns the account's picture with this id as PNG; null if it has none, or has been replaced. */
async function findAvatar(
  { db }: Pick<ProviderDeps, 'db'>,
  accountId: string,
  id: string,
): Promise<Buffer | null> {
  const [found] = await db
    .select({ bytes: avatars.bytes })
    .from(avatars)
    .where(and(eq(avatars.id, id), eq(avatars.accountId, accountId)));
  return found?.bytes ?? null;
}
