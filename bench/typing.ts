import type { Page } from '@playwright/test';
import type { RunningApp, Visitor } from '@/bench/lib/app';
import { launchBrowser, openPage } from '@/bench/lib/browser';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';
import { setPlan } from '@/bench/lib/set-plan';

/** Somebody who types waits this long for nothing but their own pause. */
const pauseMs = 300;

const typed = {
  words: ['guide rust', 'performance', 'design system', 'receita', 'postgres search', 'data github', 'zyzzx'],
  questions: ['favorites about rust', 'videos last month', 'documentation', 'github data', 'guides not rust'],
};

/**
 * Presses one key after the other, each when the results of the one before it are painted, and answers the milliseconds
 * from each key to its results, without the pause.
 */
async function keysToResults(page: Page, text: string): Promise<number[]> {
  const taken: number[] = [];
  for (const [index, key] of [...text].entries()) {
    await page.keyboard.type(key);
    // A search begins with the second letter.
    if (index > 0 && key !== ' ') taken.push(await untilPainted(page));
  }
  await page.getByRole('combobox').fill('');
  return taken;
}

/** As text: what runs this program would put helpers of its own into a function. */
const watchScript = `(() => {
  let typedAt = 0;
  let paintedMs = null;
  let tell = () => undefined;
  document.addEventListener('input', () => { typedAt = performance.now(); paintedMs = null; }, true);
  const status = () => document.querySelector('[role=dialog] [role=status].sr-only')?.textContent;
  const painted = (at) => {
    if (at !== typedAt || paintedMs !== null) return;
    paintedMs = performance.now() - at;
    tell(paintedMs);
  };
  new MutationObserver(() => {
    if (paintedMs !== null || !status()) return;
    const at = typedAt;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => painted(at);
      channel.port2.postMessage(null);
    });
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  window.untilPainted = () => new Promise((resolve) => {
    if (paintedMs === null) tell = resolve;
    else resolve(paintedMs);
  });
})()`;

const untilPainted = async (page: Page): Promise<number> =>
  (await page.evaluate<number>('window.untilPainted()')) - pauseMs;

/** Milliseconds inside the service (`took`) of every search from now on. */
function watchService(page: Page): number[] {
  const took: number[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/v1/search?')) return;
    void response.json().then(
      (answer: { took: number }) => took.push(answer.took),
      // A search that was given up has no answer.
      () => undefined,
    );
  });
  return took;
}

async function measure(page: Page, { origin }: RunningApp, texts: readonly string[]): Promise<number[]> {
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.evaluate(watchScript);
  // What is asked for the first time loads code and fills caches, which is not what is measured.
  await keysToResults(page, 'warm');
  const taken: number[] = [];
  for (const text of texts) taken.push(...(await keysToResults(page, text)));
  return taken;
}

/** From a key to its results in the modal, in the browser that the journeys use. */
export async function typing(app: RunningApp, visitor: Visitor): Promise<void> {
  section('Typing into the search of 100,000 bookmarks: from the key to its painted results');
  const browser = await launchBrowser();
  try {
    for (const [plan, texts, name] of [
      ['free', typed.words, 'words'],
      ['pro', typed.questions, 'questions'],
    ] as const) {
      await setPlan(app, visitor, plan);
      const page = await openPage(browser, app, visitor);
      const took = watchService(page);
      const taken = await measure(page, app, texts);
      await page.close();
      record({ name: `${name}, keys`, value: taken.length, unit: '' });
      record({ name: `${name}, inside the service, median`, value: quantile(took, 0.5), unit: 'ms' });
      record({ name: `${name}, inside the service, p95`, value: quantile(took, 0.95), unit: 'ms' });
      record({ name: `${name}, median`, value: quantile(taken, 0.5), unit: 'ms' });
      atMost(`${name}, p95`, quantile(taken, 0.95), 60, 'ms');
    }
  } finally {
    await browser.close();
    await setPlan(app, visitor, 'free');
  }
}
