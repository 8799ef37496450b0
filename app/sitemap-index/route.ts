import { escapeUTF8 } from 'entities/escape';
import { generateSitemaps } from '@/app/sitemap';
import { env } from '@/lib/env/server';

export const dynamic = 'force-dynamic';

/**
 * Lists the parts of the sitemap at `/sitemap.xml` (a rewrite of `next.config.mjs`), where crawlers look that do not
 * read robots.txt. Next generates only the parts.
 */
export async function GET(): Promise<Response> {
  const parts = await generateSitemaps();
  const origin = escapeUTF8(env().appUrl);
  const index = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...parts.map(({ id }) => `<sitemap><loc>${origin}/sitemap/${id}.xml</loc></sitemap>`),
    '</sitemapindex>',
  ];
  return new Response(`${index.join('\n')}\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
