import type { Page } from '@playwright/test';
import { v7 as newUuid } from 'uuid';
import { sampleLibrary } from '@/bench/data/library';
import type { RunningApp, Visitor } from '@/bench/lib/app';
import { launchBrowser, openPage } from '@/bench/lib/browser';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';
import { createRing } from '@/lib/crypto/core/ring';
import { printTags } from '@/lib/domain/tags';

const total = 10_000;
const rounds = 5;
const passphrase = 'correct horse battery staple';
/** A word only in the oldest bookmark: when search finds it, all bookmarks are decrypted and indexed. */
const lastWord = 'zyzzxvault';

/** Saves a realistic library, encrypted by the same code that the browser runs. */
async function fillVault({ origin }: RunningApp, { accountId, headers }: Visitor): Promise<void> {
  const ring = createRing();
  const key = await ring.create(passphrase);
  const next = sampleLibrary(11, 1);
  const plain = Array.from({ length: total }, (_, index) => {
    const { title, url, description, tags, favorite, createdAt } = next();
    const isLast = index === total - 1;
    const secret = {
      title: isLast ? `${title} ${lastWord}` : title,
      url,
      description,
      tags: printTags(tags),
    };
    return { uuid: newUuid(), secret, favorite, createdAt: isLast ? new Date(0) : createdAt };
  });
  const ciphers = await ring.encrypt(accountId, key, plain);
  const items = plain.map(({ uuid, favorite, createdAt }, index) => ({
    uuid,
    cipher: ciphers[index],
    favorite,
    createdAt: createdAt.toISOString(),
  }));
  const response = await fetch(`${origin}/v1/bookmarks/encrypted`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ items }),
  });
  if (response.status !== 201) throw new Error(`encrypted: ${response.status} ${await response.text()}`);
}

/**
 * Records long tasks and the times of the submit event and of the first result. A string, because the TypeScript loader
 * of this process inserts helpers into functions.
 */
const watchScript = `(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask' });
  window.untilFound = new Promise((resolve) => {
    let pressedAt = null;
    document.addEventListener('submit', () => { pressedAt ??= performance.now(); }, true);
    const look = () => {
      if (pressedAt === null || document.querySelector('[role=dialog]') !== null) return;
      const isThere = [...document.querySelectorAll('main a')].some(({ textContent }) => textContent.includes('${lastWord}'));
      if (isThere) requestAnimationFrame(() => setTimeout(() => resolve([pressedAt, performance.now()])));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
})()`;

interface Unlocked {
  readonly ms: number;
  readonly longestTask: number;
}

/** Time from pressing "Unlock" to the painted result of a search that matches only the last bookmark. */
async function unlockOnce(page: Page, { origin }: RunningApp): Promise<Unlocked> {
  await page.goto(`${origin}/search?q=${lastWord}`);
  await page.waitForLoadState('networkidle');
  await page.getByRole('note').getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input').fill(passphrase);
  await page.waitForLoadState('networkidle');
  await page.evaluate(watchScript);
  await dialog.locator('button[type=submit]').click();
  const [from, to] = await page.evaluate<[number, number]>('window.untilFound');
  // Long tasks are reported with a delay.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
  const tasks = await page.evaluate<{ startTime: number; duration: number }[]>('window.longTasks');
  const own = tasks.filter(({ startTime }) => startTime >= from - 50);
  return { ms: to - from, longestTask: Math.max(0, ...own.map(({ duration }) => duration)) };
}

/** Measures decrypting and indexing 10,000 encrypted bookmarks, each round in a new tab. */
export async function unlocking(app: RunningApp, visitor: Visitor): Promise<void> {
  section('Unlocking 10,000 encrypted bookmarks: from the button to the last of them found by a search');
  await fillVault(app, visitor);
  const browser = await launchBrowser();
  try {
    const all: Unlocked[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const page = await openPage(browser, app, visitor);
      all.push(await unlockOnce(page, app));
      await page.context().close();
    }
    const taken = all.map(({ ms }) => ms);
    record({ name: 'unlocked and indexed, fastest', value: Math.min(...taken), unit: 'ms' });
    atMost('unlocked and indexed, median', quantile(taken, 0.5), 3_000, 'ms');
    const longest = all.map(({ longestTask }) => longestTask);
    record({ name: 'longest task, worst of all', value: Math.max(...longest), unit: 'ms' });
    atMost('longest task, median (0: none over 50 ms)', quantile(longest, 0.5), 100, 'ms');
  } finally {
    await browser.close();
  }
}
