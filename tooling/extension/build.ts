import path from 'node:path';
import { build, type InlineConfig } from 'wxt';

const ignore = (): void => undefined;
const silent = {
  debug: ignore,
  log: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
  success: ignore,
  level: 0,
};

/** Builds the extension into a folder of `outDir`, without output, and returns that folder. */
export async function buildExtension(
  browser: 'chrome' | 'firefox',
  outDir: string,
  manifest: InlineConfig['manifest'] = {},
): Promise<string> {
  const root = path.resolve('extension');
  await build({ root, browser, outDir, outDirTemplate: browser, logger: silent, manifest });
  return path.join(outDir, browser);
}

/**
 * Builds the extension for Chromium as the journeys load it. A browser without a screen cannot grant permissions, so
 * that this build has those for the servers of this machine, and the optional ones, from the start.
 */
export const buildForJourneys = (outDir: string): Promise<string> =>
  buildExtension('chrome', outDir, {
    host_permissions: ['http://localhost/*', 'http://127.0.0.1/*'],
    permissions: ['tabs', 'bookmarks'],
  });
