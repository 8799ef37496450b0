import puppeteer, { type KeyInput, type Page } from 'puppeteer-core';
import { type Driver, type Engine, findProgram, scriptOf } from './driver';

/** Firefox, driven over WebDriver BiDi. */
export async function startFirefox(): Promise<Engine> {
  const executablePath = findProgram(
    ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    ['firefox-esr'],
  );
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  return {
    name: 'Firefox',
    newTab: async () => {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setViewport({ width: 1280, height: 900 });
      return drive(page, () => context.close());
    },
    close: () => browser.close(),
  };
}

function drive(page: Page, close: () => Promise<void>): Driver {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url ?? ''})`);
  });
  page.on('pageerror', (error) =>
    errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  return {
    open: async (url) => {
      await page.goto(url);
    },
    run: (action, ...args) => page.evaluate(scriptOf(action, args)) as Promise<never>,
    click: ({ x, y }) => page.mouse.click(x, y),
    drag: async ([start, ...others], untilFollowed) => {
      if (start) await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      for (const { x, y } of others) await page.mouse.move(x, y, { steps: 4 });
      await untilFollowed();
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.down(key as KeyInput);
      for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput);
    },
    upload: async (file) => {
      const input = await page.$('input[type=file]');
      await input?.uploadFile(file);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    errors: () => errors,
    close,
  };
}
