import type { RunningApp, Visitor } from '@/bench/lib/app';
import { launchBrowser, openPage } from '@/bench/lib/browser';
import { recordLighthouse } from '@/bench/lib/lighthouse';
import { atMost, section } from '@/bench/lib/report';

const minimumScores = { performance: 95, accessibility: 100, 'best-practices': 100 };
const longestTaskMs = 100;
/** Time until code that is loaded when the page is idle has run. */
const restMs = 10_000;

/** Milliseconds of the longest task after the load event; 0 where none is longer than 50. */
async function longestTask(app: RunningApp, visitor: Visitor): Promise<number> {
  const browser = await launchBrowser();
  try {
    const page = await openPage(browser, app, visitor);
    await page.goto(app.origin, { waitUntil: 'load' });
    // As a string, because tsx adds helpers to functions, which the page does not have.
    return await page.evaluate<number>(`new Promise((resolve) => {
      const loaded = performance.getEntriesByType('navigation')[0].loadEventEnd;
      let longest = 0;
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) {
          if (startTime >= loaded) longest = Math.max(longest, duration);
        }
      }).observe({ type: 'longtask', buffered: true });
      setTimeout(() => resolve(longest), ${restMs});
    })`);
  } finally {
    await browser.close();
  }
}

/** The signed-in start page of a large library. */
export async function startPage(app: RunningApp, visitor: Visitor): Promise<void> {
  section('Start page, signed in');
  await recordLighthouse({ url: `${app.origin}/`, headers: { cookie: visitor.cookie }, minimumScores });
  atMost('longest task after load', await longestTask(app, visitor), longestTaskMs, 'ms');
}
