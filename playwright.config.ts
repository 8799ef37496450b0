import { defineConfig } from '@playwright/test';
import { chromiumArguments } from './tooling/test/chromium-arguments';

const baseURL = process.env['E2E_BASE_URL'];
if (!baseURL)
  throw new Error('Start the journeys with "npm run test:e2e": it starts the server that they visit.');

const launchOptions = (executablePath: string | undefined) => ({
  ...(executablePath && { executablePath }),
  args: [...chromiumArguments],
});
const chromium = launchOptions(process.env['E2E_CHROMIUM']);
const headlessShell = process.env['E2E_HEADLESS_SHELL'];

/** What depends on frames that are drawn while nothing asks for them runs in a whole Chromium. */
const needsFrames = /@frames/;

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Only ends what will never come. How fast something is, `npm run bench` says; a busy machine fails no journey.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: process.env['E2E_REPORT']
    ? [['list'], ['json', { outputFile: process.env['E2E_REPORT'] }]]
    : [['list']],
  use: {
    baseURL,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    // It would load a whole build into the browser of every test; pwa.spec.ts allows it.
    serviceWorkers: 'block',
    video: 'off',
    trace: 'off',
    screenshot: 'off',
    launchOptions: chromium,
  },
  ...(headlessShell && {
    projects: [
      { name: 'chromium', grep: needsFrames },
      {
        name: 'headless shell',
        grepInvert: needsFrames,
        use: { launchOptions: launchOptions(headlessShell) },
      },
    ],
  }),
});
