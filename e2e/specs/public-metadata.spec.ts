import { expect } from '@playwright/test';
import { publishCollection, visit } from '../fixtures/shelf';
import { test } from '../fixtures/test';

test('the page has metadata for search engines, feed readers and previews', async ({
  browser,
  api,
  useFreshAccount,
  baseURL,
}) => {
  await useFreshAccount();
  const { path } = await publishCollection(api, 'Night trains', 2);
  const unlisted = await publishCollection(api, 'For those who have the address', 1);
  await api.call('collections.update', { params: { uuid: unlisted.uuid }, body: { listed: false } });
  const { request } = await visit(browser);
  const text = async (address: string) => (await request.get(address)).text();

  const [, part = ''] = /^Sitemap: (.+)$/m.exec(await text('/robots.txt')) ?? [];
  expect(part).toBe(`${baseURL}/sitemap/1.xml`);
  expect(await text('/sitemap.xml')).toContain(`<loc>${part}</loc>`);
  const listed = await text(part);
  expect(listed).toContain(`<loc>${baseURL}/register</loc>`);
  expect(listed).toContain(`<loc>${baseURL}${path}</loc>`);
  expect(listed).not.toContain(unlisted.uuid);
  expect((await request.get('/sitemap/2.xml')).status()).toBe(404);

  const page = await request.get(path);
  const html = await page.text();
  const head = html.slice(0, html.indexOf('</head>'));
  for (const tag of [
    '<title>Night trains · Markwell</title>',
    `<link rel="canonical" href="${baseURL}${path}"/>`,
    `<link rel="alternate" hrefLang="pt-BR" href="${baseURL}${path}?lang=pt-BR"/>`,
    `<link rel="alternate" hrefLang="x-default" href="${baseURL}${path}"/>`,
    `<link rel="alternate" type="application/rss+xml" href="${baseURL}${path}/rss.xml"`,
    `<meta property="og:image" content="${baseURL}${path}/opengraph-image"/>`,
    '<meta property="og:image:alt" content="Night trains, a public collection by Ada Lovelace"/>',
    '<meta name="twitter:card" content="summary_large_image"/>',
  ]) {
    expect(head).toContain(tag);
  }
  const [, data = ''] = /<script type="application\/ld\+json">([^<]*)</.exec(html) ?? [];
  expect(JSON.parse(data)).toMatchObject({ '@type': 'ItemList', numberOfItems: 2 });
  for (const address of [unlisted.path, `${path}?q=train`]) {
    expect(await text(address)).toContain('<meta name="robots" content="noindex"/>');
  }
  expect(html).not.toContain('<meta name="robots"');

  const policy = page.headers()['content-security-policy'] ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
  expect(html).toContain(`nonce="${nonce}"`);
  expect(page.headers()['cache-control']).toBe('no-store');
  for (const slug of ['former', '%']) {
    const former = await request.get(path.replace('night-trains', slug), { maxRedirects: 0 });
    expect([former.status(), new URL(former.headers()['location'] ?? '', baseURL).href]).toEqual([
      308,
      `${baseURL}${path}`,
    ]);
  }

  const feed = await request.get(`${path}/rss.xml`);
  expect(await feed.text()).toContain('Train number 2');
  const { etag = '' } = feed.headers();
  const known = await request.get(`${path}/rss.xml`, { headers: { 'if-none-match': etag } });
  expect(known.status()).toBe(304);
  const picture = await request.get(`${path}/opengraph-image`);
  expect([picture.headers()['content-type'], picture.headers()['cache-control']]).toEqual([
    'image/png',
    'no-cache',
  ]);
  expect((await picture.body()).subarray(1, 4).toString()).toBe('PNG');
});

test('a path without a public collection shows the not-found page', async ({
  browser,
  api,
  useFreshAccount,
}) => {
  await useFreshAccount();
  const { uuid, path } = await publishCollection(api, 'Night trains', 1);
  const { request } = await visit(browser);
  const hidden = await api.call('collections.create', { body: { name: 'Hidden' } });
  for (const address of [
    '/public',
    '/public/x',
    '/public/x/y',
    '/public/x/y/z',
    '/public/..%2f..%2fetc%2fpasswd/x',
    '/public/%',
    `/public/${uuid}`,
    `/public/${hidden.uuid}/%`,
    `/public/${hidden.uuid}/hidden`,
    `${path}?page=2`,
    `${path}?page=0x1`,
  ]) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(404);
    expect(await response.text(), address).toContain('We couldn’t find this collection');
  }
  for (const address of ['/sitemap/%', '/sitemaps/%']) {
    expect((await request.get(address)).status(), address).toBe(404);
  }
});
