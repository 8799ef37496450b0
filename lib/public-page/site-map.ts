import { viewPath, type Shelf } from '@/lib/public-page/addresses';
import { xml, type Html } from '@/lib/public-page/html';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const document = (root: Html): string => `<?xml version="1.0" encoding="utf-8"?>\n${root.text}\n`;

/** Pages of the product itself, which the first part names: a part without any address is not valid. */
const ownPages = ['/register', '/terms', '/privacy'];

interface ListedShelf extends Shelf {
  readonly updatedAt: string;
}

/** The index: one part for so many collections. */
export function siteMapIndex(origin: string, parts: number): string {
  const numbers = Array.from({ length: Math.max(1, parts) }, (_, index) => index + 1);
  return document(xml`<sitemapindex xmlns="${namespace}">
    ${numbers.map((number) => xml`<sitemap><loc>${origin}/sitemaps/${number}.xml</loc></sitemap>\n`)}</sitemapindex>`);
}

/** A part: the public collections whose owners let search engines list them. */
export function siteMapPart(origin: string, part: number, shelves: readonly ListedShelf[]): string {
  const own = part === 1 ? ownPages.map((path) => xml`<url><loc>${origin}${path}</loc></url>\n`) : [];
  const listed = shelves.map(
    (shelf) => xml`<url><loc>${origin}${viewPath(shelf)}</loc><lastmod>${shelf.updatedAt}</lastmod></url>\n`,
  );
  return document(xml`<urlset xmlns="${namespace}">
    ${own}${listed}</urlset>`);
}

/**
 * What crawlers are told. Collections that are not to be listed are not named here: a crawler has to read such a page
 * to see that it must not keep it.
 */
export const robots = (origin: string): string => `User-agent: *
Allow: /v1/preview/favicon/public
Disallow: /v1/
Disallow: /session/

Sitemap: ${origin}/sitemap.xml
`;
