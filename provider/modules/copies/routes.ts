import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { isLiveUrl } from '@/lib/domain/live-url';
import { contentAfter } from '@/provider/modules/bookmarks/content';
import { createBookmark } from '@/provider/modules/bookmarks/create';
import { findBookmarkByKey, getBookmark } from '@/provider/modules/bookmarks/queries';
import type { Handlers } from '@/provider/middleware/handler';
import { contentPath } from '@/provider/modules/copies/content-host';
import { copyPage, type CopyDraft } from '@/provider/modules/copies/make';
import { findCopy, listCopies, presentCopy, type CopyOf } from '@/provider/modules/copies/queries';
import { storeSentPage } from '@/provider/modules/copies/sent';
import { copyHeaders, readCopy, readFile, readPicture } from '@/provider/modules/copies/serve';
import { clearCopies, deleteCopy, storeCopy, type StoredCopy } from '@/provider/modules/copies/store';
import { copySentPage, readSentPage } from '@/provider/modules/copies/upload';
import { readUsage } from '@/provider/modules/copies/usage';
import { contentOf, storeContent } from '@/provider/modules/pages/service';
import { Problem } from '@/provider/problem';

type Ids =
  | 'bookmarks.sendContent'
  | 'bookmarks.copies'
  | 'bookmarks.makeCopy'
  | 'bookmarks.uploadCopy'
  | 'bookmarks.copy'
  | 'bookmarks.copyPicture'
  | 'bookmarks.copyFile'
  | 'bookmarks.deleteCopy'
  | 'copies.upload'
  | 'copies.usage'
  | 'copies.clear';

export const copyRoutes: Handlers<Ids> = {
  'bookmarks.sendContent': async ({ actor, params, request, deps }) => ({
    status: 200,
    body: await storeSentPage(deps, actor, params.uuid, request),
  }),

  'bookmarks.copies': async ({ actor, params, deps }) => {
    const owner = ownerOf(actor, params.uuid);
    await getUrl(deps, owner);
    return { status: 200, body: { content: (await listCopies(deps.db, owner)).map(presentCopy) } };
  },

  'bookmarks.makeCopy': async ({ actor, params, context, deps }) => {
    const owner = ownerOf(actor, params.uuid);
    const url = await getUrl(deps, owner);
    if (!isLiveUrl(url)) return { status: 200, body: { status: 'unsupported', copy: null, isNew: false } };
    const purpose = { accountId: actor.accountId, language: context.locale };
    const page = await copyPage(deps, url, purpose);
    if (page.status === 'later') throw new Problem('SERVICE_UNAVAILABLE');
    if (page.status !== 'ready')
      return { status: 200, body: { status: page.status, copy: null, isNew: false } };
    const content = contentOf({ status: 'ready', article: page.article }, deps.clock());
    await storeContent(deps, { ...owner, url }, content, { isSent: false });
    const { copy, isNew } = requireStored(await storeCopy(deps, owner, page.draft, url));
    return { status: 200, body: { status: 'ready', copy: presentCopy(copy), isNew } };
  },

  'bookmarks.uploadCopy': async ({ actor, params, request, deps }) => {
    const owner = ownerOf(actor, params.uuid);
    const url = await getUrl(deps, owner);
    const sent = await readSentPage(request);
    const draft = await copySentPage(deps, sent, sent.url ?? url);
    const { copy, isNew } = requireStored(await storeCopy(deps, owner, draft));
    return { status: isNew ? 201 : 200, body: presentCopy(copy) };
  },

  'bookmarks.copy': async ({ actor, params, deps }) => ({
    status: 200,
    body: await readCopy(deps, ownerOf(actor, params.uuid), params.copy),
  }),

  'bookmarks.copyPicture': async ({ actor, params, deps }) => {
    const body = await readPicture(deps, ownerOf(actor, params.uuid), params.copy, params.picture);
    // Its name is its content.
    const headers = { 'content-type': 'image/webp', 'cache-control': 'private, max-age=31536000, immutable' };
    return { status: 200, body, headers };
  },

  'bookmarks.copyFile': async ({ actor, params, deps }) => {
    const owner = ownerOf(actor, params.uuid);
    const { contentUrl } = deps.config;
    if (contentUrl === undefined) {
      return { status: 200, body: await readFile(deps, owner, params.copy), headers: copyHeaders("'self'") };
    }
    await findCopy(deps.db, owner, params.copy);
    const location = contentUrl + contentPath(deps, { owner, copy: params.copy });
    return { status: 302, body: null, headers: { location } };
  },

  'bookmarks.deleteCopy': async ({ actor, params, deps }) => {
    await deleteCopy(deps, ownerOf(actor, params.uuid), params.copy);
    return { status: 204, body: null };
  },

  'copies.upload': async ({ actor, request, deps }) => {
    const sent = await readSentPage(request);
    const { url } = sent;
    if (url === null) throw new Problem('VALIDATION_FAILED', { issues: [{ path: 'url', code: 'required' }] });
    const draft = await copySentPage(deps, sent, url);
    const bookmark = await findOrCreate(deps, actor, { url, title: draft.title });
    const { copy, isNew } = requireStored(await storeCopy(deps, ownerOf(actor, bookmark), draft));
    return { status: isNew ? 201 : 200, body: { bookmark, copy: presentCopy(copy) } };
  },

  'copies.usage': async ({ actor, deps }) => ({ status: 200, body: await readUsage(deps, actor.accountId) }),

  'copies.clear': async ({ actor, body, deps }) => ({
    status: 200,
    body: await clearCopies(deps, actor.accountId, body.uuids),
  }),
};

const ownerOf = ({ accountId }: Actor, id: string): CopyOf => ({ accountId, id });

/** Returns the url of a bookmark. Throws NOT_FOUND, also if it is encrypted: the service keeps nothing of it. */
async function getUrl({ db }: Pick<ProviderDeps, 'db'>, { accountId, id }: CopyOf): Promise<string> {
  const { url } = await getBookmark(db, accountId, id);
  if (url === null) throw new Problem('NOT_FOUND');
  return url;
}

/** The bookmark has another url meanwhile. */
function requireStored(stored: StoredCopy | null): StoredCopy {
  if (!stored) throw new Problem('NOT_FOUND');
  return stored;
}

/** Returns the bookmark of a page in the space, which is created if there is none. */
async function findOrCreate(
  deps: ProviderDeps,
  actor: Actor,
  { url, title }: Pick<CopyDraft, 'url' | 'title'>,
): Promise<string> {
  const { urlKey } = contentAfter({ url }, null);
  const known = urlKey === null ? null : await findBookmarkByKey(deps.db, actor, urlKey);
  if (known) return known.id;
  const { bookmark } = await createBookmark(deps, actor, { url, title });
  return bookmark.id;
}
