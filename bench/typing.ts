import type { Page, Response } from '@playwright/test';
import type { RunningApp, Visitor } from '@/bench/lib/app';
import { launchBrowser, openPage } from '@/bench/lib/browser';
import { quantile } from '@/bench/lib/load';
import { atMost, record, section } from '@/bench/lib/report';
import { setPlan } from '@/bench/lib/set-plan';

/** Debounce of the search field, subtracted from all durations. */
const pauseMs = 300;

const typed = {
  words: ['guide rust', 'performance', 'design system', 'receita', 'postgres search', 'data github', 'zyzzx'],
  questions: ['favorites about rust', 'videos last month', 'documentation', 'github data', 'guides not rust'],
};

/** Durations of one key press in milliseconds, without the debounce. */
interface KeyTime {
  /** From the key press to its painted results. */
  readonly all: number;
  /** Until the request was sent; all three are missing if the results were cached. */
  readonly leaving?: number;
  /** From the request to the end of its response. */
  readonly away?: number;
  /** From the end of the response to the painted results. */
  readonly drawing?: number;
}

/** Presses the keys of `text` in turn, each after the results of the previous key are painted. Returns their times. */
async function keysToResults(page: Page, text: string): Promise<KeyTime[]> {
  const taken: KeyTime[] = [];
  for (const [index, key] of [...text].entries()) {
    await page.keyboard.type(key);
    // Searches start at the second character.
    if (index > 0 && key !== ' ') taken.push(await page.evaluate<KeyTime>('window.untilPainted()'));
  }
  await page.getByRole('combobox').fill('');
  return taken;
}

/** A string, because the TypeScript loader of this process inserts helpers into functions. */
const watchScript = `(() => {
  performance.setResourceTimingBufferSize(2000);
  let typedAt = 0;
  let taken = null;
  let notify = () => undefined;
  document.addEventListener('input', () => { typedAt = performance.now(); taken = null; }, true);
  const status = () => document.querySelector('[role=dialog] [role=status].sr-only')?.textContent;
  const partsOf = (at, paintedAt) => {
    const request = performance.getEntriesByType('resource')
      .findLast(({ name, startTime }) => startTime >= at && name.includes('/v1/search?'));
    return request && {
      leaving: request.startTime - at - ${pauseMs},
      away: request.responseEnd - request.startTime,
      drawing: paintedAt - request.responseEnd,
    };
  };
  const painted = (at) => {
    if (at !== typedAt || taken !== null) return;
    const now = performance.now();
    taken = { all: now - at - ${pauseMs}, ...partsOf(at, now) };
    notify(taken);
  };
  new MutationObserver(() => {
    if (taken !== null || !status()) return;
    const at = typedAt;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => painted(at);
      channel.port2.postMessage(null);
    });
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  window.untilPainted = () => new Promise((resolve) => {
    if (taken === null) notify = resolve;
    else resolve(taken);
  });
})()`;

/**
 * Collects the milliseconds inside the service (`took`) of every search from now on. Bodies are read after all typing,
 * because reading one interrupts the page while it renders.
 */
function watchService(page: Page): () => Promise<number[]> {
  const responses: Response[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/v1/search?')) responses.push(response);
  });
  // An aborted search has no body.
  const tookOf = (response: Response) =>
    response
      .json()
      .then(({ took }: { took: number }) => [took])
      .catch(() => []);
  return async () => (await Promise.all(responses.map(tookOf))).flat();
}

async function measure(page: Page, { origin }: RunningApp, texts: readonly string[]): Promise<KeyTime[]> {
  await page.goto(origin);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.evaluate(watchScript);
  // Excludes code loading and cold caches from the measurement.
  await keysToResults(page, 'warm');
  const taken: KeyTime[] = [];
  for (const text of texts) taken.push(...(await keysToResults(page, text)));
  return taken;
}

const parts = [
  ['leaving', 'until the request leaves'],
  ['away', 'until its response has arrived'],
  ['drawing', 'until it is painted'],
] as const;

function report(name: string, keys: readonly KeyTime[], took: readonly number[]): void {
  record({ name: `${name}, keys`, value: keys.length, unit: '' });
  const spread = (part: string, values: readonly number[]): void => {
    record({ name: `${name}, ${part}, median`, value: quantile(values, 0.5), unit: 'ms' });
    record({ name: `${name}, ${part}, p95`, value: quantile(values, 0.95), unit: 'ms' });
  };
  for (const [part, words] of parts) {
    spread(
      words,
      keys.flatMap((key) => key[part] ?? []),
    );
    if (part === 'away') spread('of it inside the service', took);
  }
  const all = keys.map((key) => key.all);
  record({ name: `${name}, median`, value: quantile(all, 0.5), unit: 'ms' });
  atMost(`${name}, p95`, quantile(all, 0.95), 60, 'ms');
}

/** Measures the time from a key press to its results in the search dialog, in the browser of the e2e journeys. */
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
      report(name, taken, await took());
      await page.close();
    }
  } finally {
    await browser.close();
    await setPlan(app, visitor, 'free');
  }
}
