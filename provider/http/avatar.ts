import { limits } from '@/lib/contract/limits';
import type { Handlers } from '@/provider/http/handler';
import { readBytes } from '@/provider/http/read-bytes';
import { presentAccount } from '@/provider/presenters/account';
import { Problem } from '@/provider/problem';
import { findAvatar, removeAvatar, setAvatar } from '@/provider/services/account/avatars';
import { getAccount } from '@/provider/services/accounts';

/** The path names one picture for good; it belongs to one reader. */
const keptForGood = 'private, max-age=31536000, immutable';

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
    const headers = { 'content-type': 'image/png', 'cache-control': keptForGood };
    return { status: 200, body: new Uint8Array(bytes), headers };
  },
};

async function readPicture(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined || !pictureTypes.test(type)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (Number(request.headers.get('content-length')) > limits.avatarBytes) throw new Problem('BODY_TOO_LARGE');
  if (!request.body) throw new Problem('INVALID_IMAGE');
  try {
    return await readBytes(request.body, limits.avatarBytes);
  } catch (error) {
    // The sender went away in the middle.
    throw error instanceof Problem ? error : new Problem('MALFORMED_REQUEST');
  }
}
