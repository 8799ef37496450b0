import { defineConfig } from '@playwright/test';
import { chromiumArguments } from './tooling/test/chromium-arguments';

const baseURL = process.env['E2E_BASE_URL'];
if (!baseURL) throw new Error('Run the journeys with "npm run test:e2e", which also starts the server.');

const launchOptions = (executablePath: string | undefined) => ({
  ...(executablePath && { executablePath }),
  args: [...chromiumArguments],
});
const chromium = launchOptions(process.env['E2E_CHROMIUM']);
const headlessShell = process.env['E2E_HEADLESS_SHELL'];

/** Journeys that depend on continuously rendered frames run in full Chromium, not in the headless shell. */
const needsFrames = /@frames/;

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  fullyParallel: false,
  // A journey waits for timers and animations part of the time, so two cores are busy with four.
  workers: 4,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Only ends tests that hang. `npm run bench` measures speed; a busy machine must not fail a journey.
  timeout: 240_000,
  expect: { timeout: 40_000, toPass: { timeout: 120_000 } },
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
    // The service worker would precache the build in the browser of every test; pwa.spec.ts allows it.
    serviceWorkers: 'block',
    // An action that cannot be carried out says why.
    actionTimeout: 120_000,
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
