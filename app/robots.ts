import type { MetadataRoute } from 'next';
import { generateSitemaps } from '@/app/sitemap';
import { env } from '@/lib/env/server';

export const dynamic = 'force-dynamic';

/**
 * Public collections are allowed even if their owners do not list them: a crawler has to read a page to see
 * that it must not index it.
 */
export default async function robots(): Promise<MetadataRoute.Robots> {
  const origin = env().appUrl;
  const parts = await generateSitemaps();
  return {
    rules: { userAgent: '*', allow: '/v1/preview/favicon/public', disallow: ['/v1/', '/session/'] },
    sitemap: parts.map(({ id }) => `${origin}/sitemap/${id}.xml`),
  };
}
