import { buffer } from 'node:stream/consumers';
import { serviceLimits } from '@/lib/contract/service-limits';
import { isLiveUrl } from '@/lib/domain/live-url';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { drawCover } from '@/provider/integrations/images/image';
import { readBytes } from '@/provider/middleware/body';
import type { Handlers } from '@/provider/middleware/handler';
import { findBlob, readBlob, type BlobUse } from '@/provider/modules/blobs/blobs';
import { getBookmark } from '@/provider/modules/bookmarks/queries';
import { presentBookmark, type BookmarkRecord } from '@/provider/modules/bookmarks/record';
import { countOne } from '@/provider/modules/collections/list';
import { getCollection } from '@/provider/modules/collections/queries';
import { presentCollection } from '@/provider/modules/collections/routes';
import {
  chooseCollectionCover,
  collectionCoverNames,
  removeCollectionCover,
  storeCollectionCover,
} from '@/provider/modules/covers/collection-store';
import { fetchCover, listPictures } from '@/provider/modules/covers/find';
import { coverNames, removeCover, storeCover } from '@/provider/modules/covers/store';
import { Problem } from '@/provider/problem';

type CollectionIds =
  'collections.cover' | 'collections.uploadCover' | 'collections.chooseCover' | 'collections.removeCover';

export const collectionCoverRoutes: Handlers<CollectionIds> = {
  'collections.cover': async ({ actor, params, query, deps }) => {
    const { cover } = await getCollection(deps.db, actor.accountId, params.uuid);
    const use = {
      accountId: actor.accountId,
      bookmarkId: params.uuid,
      name: collectionCoverNames[query.size],
    };
    return serve(deps, use, cover?.bookmark === null && query.version === cover.version);
  },

  'collections.uploadCover': async ({ actor, params, request, context, deps }) => {
    await getCollection(deps.db, actor.accountId, params.uuid);
    const drawn = await drawCover(await readPicture(request), deps.config.programs);
    if (!drawn) throw new Problem('INVALID_IMAGE');
    const owner = { accountId: actor.accountId, id: params.uuid };
    const collection = await countOne(deps, await storeCollectionCover(deps, owner, drawn), context);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },

  'collections.chooseCover': async ({ actor, params, body, context, deps }) => {
    const owner = { accountId: actor.accountId, id: params.uuid };
    const chosen = await chooseCollectionCover(deps, owner, body.bookmark);
    const collection = await countOne(deps, chosen, context);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },

  'collections.removeCover': async ({ actor, params, context, deps }) => {
    const owner = { accountId: actor.accountId, id: params.uuid };
    const collection = await countOne(deps, await removeCollectionCover(deps, owner), context);
    return { status: 200, body: presentCollection(collection, deps.config) };
  },
};

type Ids =
  | 'bookmarks.cover'
  | 'bookmarks.uploadCover'
  | 'bookmarks.chooseCover'
  | 'bookmarks.removeCover'
  | 'bookmarks.pictures';

export const coverRoutes: Handlers<Ids> = {
  'bookmarks.cover': async ({ actor, params, query, deps }) => {
    const name = coverNames[query.size];
    const current = query.version !== undefined && (await isCurrent(deps, actor, params.uuid, query.version));
    return serve(deps, { accountId: actor.accountId, bookmarkId: params.uuid, name }, current);
  },

  'bookmarks.uploadCover': async ({ actor, params, request, deps }) => {
    await getReadable(deps, actor, params.uuid);
    const drawn = await drawCover(await readPicture(request), deps.config.programs);
    if (!drawn) throw new Problem('INVALID_IMAGE');
    const owner = { accountId: actor.accountId, id: params.uuid };
    const bookmark = await storeCover(deps, owner, drawn, { kind: 'uploaded', sourceUrl: null });
    return { status: 200, body: presentBookmark(bookmark ?? (await getReadable(deps, actor, params.uuid))) };
  },

  'bookmarks.chooseCover': async ({ actor, params, body, request, context, deps }) => {
    const { accountId } = actor;
    await getReadable(deps, actor, params.uuid);
    const options = { accountId, language: context.locale, signal: request.signal };
    const drawn = await fetchCover(deps, body.url, options);
    if (!drawn) throw new Problem('INVALID_IMAGE');
    const source = { kind: 'chosen', sourceUrl: body.url } as const;
    const bookmark = await storeCover(deps, { accountId, id: params.uuid }, drawn, source);
    return { status: 200, body: presentBookmark(bookmark ?? (await getReadable(deps, actor, params.uuid))) };
  },

  'bookmarks.removeCover': async ({ actor, params, deps }) => ({
    status: 200,
    body: presentBookmark(await removeCover(deps, { accountId: actor.accountId, id: params.uuid })),
  }),

  'bookmarks.pictures': async ({ actor, params, request, context, deps }) => {
    const { url } = await getReadable(deps, actor, params.uuid);
    const { accountId } = actor;
    const options = { accountId, language: context.locale, signal: request.signal };
    const content = url !== null && isLiveUrl(url) ? await listPictures(deps, url, options) : [];
    return { status: 200, body: { content } };
  },
};

/** Serves the file of a use, for a year if its URL names the present version. Throws NOT_FOUND. */
async function serve(deps: Pick<ProviderDeps, 'db' | 'blobs'>, use: BlobUse, isCurrent: boolean) {
  const found = await findBlob(deps.db, use);
  const content = found && (await readBlob(deps, found));
  if (!found || !content) throw new Problem('NOT_FOUND');
  const headers = {
    'content-type': found.contentType,
    'cache-control': isCurrent ? 'private, max-age=31536000, immutable' : 'private, no-store',
  };
  return { status: 200, body: new Uint8Array(await buffer(content)), headers } as const;
}

/** Returns a bookmark of the actor. Throws NOT_FOUND, also if it is encrypted: nothing is ever fetched for it. */
async function getReadable(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Actor,
  id: string,
): Promise<BookmarkRecord> {
  const bookmark = await getBookmark(db, accountId, id);
  if (bookmark.encrypted) throw new Problem('NOT_FOUND');
  return bookmark;
}

/** Whether a version names the present cover: the response to an earlier one must not be cached under its name. */
async function isCurrent(
  { db }: Pick<ProviderDeps, 'db'>,
  { accountId }: Actor,
  id: string,
  version: string,
): Promise<boolean> {
  const { cover } = await getBookmark(db, accountId, id);
  return cover?.version === version;
}

const pictureTypes = /^image\/(?:png|jpeg|gif|webp)$/;

async function readPicture(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined || !pictureTypes.test(type)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (Number(request.headers.get('content-length')) > serviceLimits.coverBytes)
    throw new Problem('BODY_TOO_LARGE');
  if (!request.body) throw new Problem('INVALID_IMAGE');
  try {
    return await readBytes(request.body, serviceLimits.coverBytes);
  } catch (error) {
    // The client disconnected during the upload.
    throw error instanceof Problem ? error : new Problem('MALFORMED_REQUEST');
  }
}
