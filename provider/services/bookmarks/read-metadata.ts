import type { Metadata } from '@/lib/contract/schemas/bookmark';
import { urlKeyHash } from '@/lib/domain/url-key';
import type { Actor } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { createReadPageMetadata } from '@/provider/integrations/page-metadata';
import { presentBookmark } from '@/provider/presenters/bookmark';
import { readUrl } from '@/provider/services/bookmarks/bookmark-content';
import { findBookmarkByKey } from '@/provider/services/bookmarks/find-bookmark';

/**
 * What a page says of itself, and the bookmark of the actor's space that leads to it already. A page that cannot be
 * had leaves its texts empty, whatever the reason. Throws VALIDATION_FAILED for what is no address of the web.
 */
export async function readMetadata(
  deps: Pick<ProviderDeps, 'db' | 'fetchPage'>,
  actor: Actor,
  rawUrl: string,
  signal: AbortSignal,
): Promise<Metadata> {
  const { url, kind, domain } = readUrl(rawUrl);
  const { accountId, spaceId } = actor;
  const read = createReadPageMetadata(deps.fetchPage);
  const [page, existing] = await Promise.all([
    kind === 'web' ? read(url, { accountId, signal }) : null,
    findBookmarkByKey(deps.db.$client, spaceId, urlKeyHash(url)),
  ]);
  return {
    url,
    title: page?.title ?? '',
    description: page?.description ?? '',
    domain,
    favicon: kind === 'web' ? `/v1/preview/favicon?url=${encodeURIComponent(new URL(url).origin)}` : null,
    image: page?.image ?? null,
    existing: existing && presentBookmark(existing),
  };
}
