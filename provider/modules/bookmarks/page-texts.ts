import { and, eq, inArray } from 'drizzle-orm';
import { trimTitle } from '@/lib/contract/blank';
import type { Language } from '@/lib/contract/account';
import type { PageTexts } from '@/lib/contract/bookmarks';
import type { Input } from '@/lib/contract/index';
import { isLiveUrl } from '@/lib/domain/live-url';
import type { Actor } from '@/provider/actor';
import { bookmarks } from '@/provider/db/schema/library';
import { inTransaction, lockSpaces } from '@/provider/db/transaction';
import type { ProviderDeps } from '@/provider/deps';
import { createReadPageMetadata } from '@/provider/integrations/pages/page-metadata';
import { rewriteTexts } from '@/provider/modules/bookmarks/rewrite-texts';
import {
  beginChange,
  closeChange,
  recordBookmarks,
  type ChangeResult,
} from '@/provider/modules/bookmarks/journal';
import { hasEncrypted, selectNamed, spacesOf } from '@/provider/modules/bookmarks/selection';
import { Problem } from '@/provider/problem';

/** Timeout of one call for all of its pages; the others count as unavailable. */
const readMs = 25_000;
/** Below the limit of an account, so that its other requests need not wait. */
const concurrency = 3;

/**
 * Reads the titles and descriptions of saved pages again, in the order of the ids; bookmarks may be in any space. Nothing
 * is requested for an encrypted one. Throws NOT_FOUND when one is missing.
 */
export async function readPageTexts(
  { db, fetchPage, config }: Pick<ProviderDeps, 'db' | 'fetchPage' | 'config'>,
  { accountId }: Actor,
  uuids: readonly string[],
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<PageTexts[]> {
  const ids = [...new Set(uuids)];
  const rows = await db
    .select({ id: bookmarks.id, url: bookmarks.url })
    .from(bookmarks)
    .where(and(eq(bookmarks.accountId, accountId), inArray(bookmarks.id, ids)));
  if (rows.length < ids.length) throw new Problem('NOT_FOUND');
  const urls = new Map(rows.map(({ id, url }) => [id, url]));
  const read = createReadPageMetadata(fetchPage, config.programs);
  const options = { accountId, language, signal: AbortSignal.any([signal, AbortSignal.timeout(readMs)]) };
  const found = new Map<string, PageTexts>();
  const waiting = [...ids];
  const work = async () => {
    for (let uuid = waiting.shift(); uuid !== undefined; uuid = waiting.shift()) {
      const url = urls.get(uuid) ?? null;
      const page = url !== null && isLiveUrl(url) ? await read(url, options) : null;
      found.set(uuid, {
        uuid,
        status: page ? 'read' : 'unavailable',
        title: trimTitle(page?.title ?? ''),
        description: page?.description ?? '',
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return ids.flatMap((id) => found.get(id) ?? []);
}

type NewTexts = Input<'bookmarks.applyMetadata'>['body']['bookmarks'][number];

/**
 * Sets titles and descriptions of bookmarks in any space, all or none. Throws NOT_FOUND when one is missing, and
 * VALIDATION_FAILED when one is encrypted.
 */
export async function applyPageTexts(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  actor: Actor,
  texts: readonly NewTexts[],
): Promise<ChangeResult> {
  const { accountId, spaceId } = actor;
  const byId = new Map(texts.map(({ uuid, ...own }) => [uuid, own]));
  const ids = [...byId.keys()];
  const spaces = [...new Set([spaceId, ...(await spacesOf(db, accountId, ids))])];
  return inTransaction(db, async (tx) => {
    await lockSpaces(tx, accountId, spaces);
    const selection = await selectNamed(tx, accountId, spaces, ids);
    if (await hasEncrypted(tx, selection)) {
      throw new Problem('VALIDATION_FAILED', {
        issues: [{ path: 'bookmarks', code: 'encrypted_bookmark' }],
      });
    }
    const change = beginChange(actor, clock());
    const affected = await recordBookmarks(tx, change, { where: selection });
    await rewriteTexts(tx, change, ({ id }) => byId.get(id) ?? null);
    return closeChange(tx, change, affected);
  });
}
