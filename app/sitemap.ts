import type { MetadataRoute } from 'next';
import { headers } from 'next/headers';
import { guestCall } from '@/app/public/find-collection';
import { publicPath } from '@/lib/domain/public-address';
import { env } from '@/lib/env/server';

export const dynamic = 'force-dynamic';

/** Pages of the product, in the first part. */
const ownPages = ['/register', '/import', '/terms', '/privacy'];

const listed = async (page: number) => guestCall(await headers())('collections.listed', { query: { page } });

/** Returns the parts of the sitemap, `/sitemap/1.xml` and so on; the first one always exists. */
export async function generateSitemaps(): Promise<{ id: number }[]> {
  // Also called at build time, without a request and without a service.
  const pages = await listed(1).then(
    (first) => first.pages,
    () => 1,
  );
  return Array.from({ length: Math.max(1, pages) }, (_, index) => ({ id: index + 1 }));
}

/** Returns a part: the public collections that their owners allow to be indexed. */
export default async function sitemap({ id }: { id: Promise<string> }): Promise<MetadataRoute.Sitemap> {
  const page = Number(await id);
  const { content } = await listed(page);
  const origin = env().appUrl;
  return [
    ...(page === 1 ? ownPages.map((path) => ({ url: origin + path })) : []),
    ...content.map((collection) => ({
      url: origin + publicPath(collection),
      lastModified: collection.updatedAt,
    })),
  ];
}
