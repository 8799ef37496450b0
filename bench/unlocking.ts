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
/** A word that is in the oldest bookmark alone: where it is found, all the others are open and in the index. */
const lastWord = 'zyzzxvault';

/** Saves a believable library as a device would: encrypted by the program that the browser runs. */
async function fillVault({ origin }: RunningApp, { accountId, headers }: Visitor): Promise<void> {
  const ring = createRing();
  const key = await ring.create(passphrase);
  const next = sampleLibrary(11, 1);
  const made = Array.from({ length: total }, (_, index) => {
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
  const ciphers = await ring.encrypt(accountId, key, made);
  const items = made.map(({ uuid, favorite, createdAt }, index) => ({
    uuid,
    cipher: ciphers[index],
    favorite,
    createdAt: createdAt.toISOString(),
  }));
  const answer = await fetch(`${origin}/v1/bookmarks/encrypted`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ items }),
  });
  if (answer.status !== 201) throw new Error(`encrypted: ${answer.status} ${await answer.text()}`);
}

/**
 * Notes every task that is long, and how far what is asked for has come: the press on the button, the first result. As
 * text: what runs this program would put helpers of its own into a function.
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

/** From the press on "Unlock" to the painted result of a search that only the last of all bookmarks can answer. */
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
  // What the browser has to say of tasks comes after them.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
  const tasks = await page.evaluate<{ startTime: number; duration: number }[]>('window.longTasks');
  const own = tasks.filter(({ startTime }) => startTime >= from - 50);
  return { ms: to - from, longestTask: Math.max(0, ...own.map(({ duration }) => duration)) };
}

/** 10,000 encrypted bookmarks opened and made ready for searching, each time in a new tab. */
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
