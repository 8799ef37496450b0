import 'server-only';
import { ApiProblem } from '@/lib/api/problem';
import { createCall, type CallFunction } from '@/lib/api/request';
import { sendFrom } from '@/lib/bff/bff';
import type { PublicCollectionPage } from '@/lib/contract/public';
import { slugForCall, type PublicAddress } from '@/lib/domain/public-address';

/** Bookmarks on a page and in a feed. */
export const pageSize = 50;

/** Calls the service without a session: a public page is the same for every visitor. */
export const guestCall = (headers: Headers): CallFunction => createCall(sendFrom(headers, null));

type PageRequest = Pick<PublicAddress, 'uuid' | 'slug' | 'q' | 'page'>;

/**
 * Fetches a page of a collection from the service; null if there is none to show. Nothing is cached, so a
 * collection that was made private is gone with the next request. Rate limits and failures are thrown.
 */
export async function findCollection(
  call: CallFunction,
  { uuid, slug, q, page }: PageRequest,
  size: number = pageSize,
): Promise<PublicCollectionPage | null> {
  const found = await call('collections.public', {
    params: { uuid, slug: slugForCall(slug) },
    query: { size, page, ...(q !== '' && { q }) },
  }).catch((error: unknown) => {
    const isRefusal = error instanceof ApiProblem && error.status < 500 && error.code !== 'RATE_LIMITED';
    if (isRefusal) return null;
    throw error;
  });
  return found && page <= Math.max(1, found.pagination.pages) ? found : null;
}

/** Whether the URL is not the canonical one of the collection: it has an old slug, or a uuid in upper case. */
export const isMoved = ({ slug, isExact }: PublicAddress, { collection }: PublicCollectionPage): boolean =>
  !isExact || slug !== collection.slug;
