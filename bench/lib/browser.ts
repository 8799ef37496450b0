import { chromium, type Browser, type Page } from '@playwright/test';
import type { RunningApp, Visitor } from '@/bench/lib/app';
import { chromiumArguments } from '@/tooling/test/chromium-arguments';
import { findChromium } from '@/tooling/test/find-chromium';

const viewport = { width: 1440, height: 900 };

/** Launches the browser of the e2e journeys, with additional arguments. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const { path } = findChromium();
  return chromium.launch({ ...(path && { executablePath: path }), args: [...chromiumArguments, ...more] });
}

/** Opens a page that is signed in as the visitor. */
export async function openPage(browser: Browser, { origin }: RunningApp, { cookie }: Visitor): Promise<Page> {
  const page = await browser.newPage({ viewport });
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: origin };
  });
  await page.context().addCookies(cookies);
  return page;
}
