import { defineConfig } from '@playwright/test';
import { chromiumArguments } from './tooling/test/chromium-arguments';

const baseURL = process.env['E2E_BASE_URL'];
if (!baseURL)
  throw new Error('Start the journeys with "npm run test:e2e": it starts the server that they visit.');

const executablePath = process.env['E2E_CHROMIUM'];

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
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...chromiumArguments],
    },
  },
});
