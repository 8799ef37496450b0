import { describe, expect, it } from 'vitest';
import { robots, siteMapIndex, siteMapPart } from '@/lib/public-page/site-map';
import { readXml } from '@/lib/public-page/testing/read-xml';

const origin = 'https://links.example';
const shelf = {
  uuid: '0190a5d0-ac96-774b-bcce-0123456789ab',
  slug: 'pão-&-mel',
  updatedAt: '2026-11-18T10:00:00.000Z',
};

describe('a site map', () => {
  it('is an index of parts', () => {
    const { name, attributes, texts } = readXml(siteMapIndex(origin, 2));
    expect([name, attributes['xmlns']]).toEqual([
      'sitemapindex',
      'http://www.sitemaps.org/schemas/sitemap/0.9',
    ]);
    expect(texts('loc')).toEqual([`${origin}/sitemaps/1.xml`, `${origin}/sitemaps/2.xml`]);
  });

  it('has parts of absolute addresses with the day of the last change', () => {
    const { name, texts } = readXml(siteMapPart(origin, 2, [shelf]));
    expect(name).toBe('urlset');
    expect(texts('loc')).toEqual([`${origin}/public/${shelf.uuid}/p%C3%A3o-%26-mel`]);
    expect(texts('lastmod')).toEqual([shelf.updatedAt]);
  });

  it('is valid when nothing is listed: it needs one part, and that one address', () => {
    expect(readXml(siteMapIndex(origin, 0)).texts('loc')).toHaveLength(1);
    expect(readXml(siteMapPart(origin, 1, [])).texts('loc')).toContain(`${origin}/register`);
  });
});

it('robots.txt names the site map and lets the pages be read, those too that are not to be kept', () => {
  const lines = robots(origin).split('\n');
  expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(
    lines
      .filter((line) => line.startsWith('Disallow'))
      .every((line) => !'/public/x'.startsWith(line.slice(10))),
  ).toBe(true);
});
