import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { startIssuer } from '@/provider/integrations/testing/openid-issuer';
import { startStripeServer } from '@/provider/integrations/stripe/testing/stripe-server';
import { printLine } from '@/server/program';
import { buildForJourneys } from '@/tooling/extension/build';
import { addCounts, countFailure, type Counts, readPlaywrightCounts } from './counts';
import { findChromium, findHeadlessShell } from './find-chromium';
import { freePort } from './free-port';
import { serveClient } from './serve-client';
import { serveSites } from './serve-sites';
import { makeDataDir, startServer } from './start-server';

const RESULTS = path.resolve('test-results');

/**
 * Runs the e2e journeys with a browser, the production server with an empty library, local sites that it may fetch
 * from, a local OpenID Connect issuer instead of Google, a local server instead of Stripe, an OAuth client, and the
 * browser extension. Passes `args` to Playwright.
 */
export async function runJourneys(args: readonly string[]): Promise<Counts> {
  const chromium = findChromium();
  const headlessShell = findHeadlessShell();
  printLine(`\njourneys in ${headlessShell ?? chromium.path ?? 'Chromium'} (${chromium.origin})`);
  const dataDir = makeDataDir('e2e');
  const logFile = path.join(dataDir, 'server.log');
  const extension = await buildForJourneys(dataDir);
  const sites = await serveSites();
  const client = await serveClient(dataDir);
  try {
    const port = await freePort();
    const issuer = await startIssuer(`http://localhost:${port}/oauth-callback`);
    const stripe = await startStripeServer();
    stripe.webhook = `http://localhost:${port}/v1/billing/webhook`;
    const env = {
      RATE_LIMIT_SCALE: '1000',
      SECURITY_CONTACT: 'mailto:security@example.org',
      // Otherwise the account that registers first is the administrator.
      ADMIN_EMAIL: 'admin@example.test',
      FETCH_ALLOW: [sites.url, ...(client ? [client.id] : [])].map((url) => new URL(url).host).join(','),
      ...(client && { NODE_EXTRA_CA_CERTS: client.certificate }),
      // Bookmarks of the journeys have URLs of real sites.
      PAGE_TEXTS: 'off',
      EXTENSION_CHROME_URL: `${sites.url}/extension`,
      GOOGLE_ISSUER: issuer.issuer,
      GOOGLE_CLIENT_ID: issuer.clientId,
      GOOGLE_CLIENT_SECRET: issuer.clientSecret,
      ...stripe.env,
    };
    const server = await startServer({ dataDir, logFile, env, port });
    try {
      return await runPlaywright(args, {
        E2E_BASE_URL: server.url,
        E2E_SITES_URL: sites.url,
        E2E_OUTBOX: path.join(dataDir, 'outbox'),
        E2E_DATA_DIR: dataDir,
        E2E_EXTENSION: extension,
        ...(client && { E2E_CLIENT_ID: client.id }),
        ...(chromium.path && { E2E_CHROMIUM: chromium.path }),
        ...(headlessShell && { E2E_HEADLESS_SHELL: headlessShell }),
      });
    } finally {
      await server.stop();
      await issuer.close();
      await stripe.close();
    }
  } finally {
    await sites.close();
    await client?.close();
    // Copied after the run, because Playwright empties this folder when it starts.
    fs.mkdirSync(RESULTS, { recursive: true });
    fs.copyFileSync(logFile, path.join(RESULTS, 'server.log'));
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

async function runPlaywright(args: readonly string[], env: Record<string, string>): Promise<Counts> {
  const report = path.join(RESULTS, 'playwright.json');
  fs.rmSync(report, { force: true });
  const child = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...args], {
    env: { ...process.env, ...env, E2E_REPORT: report },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const counts = readPlaywrightCounts(report);
  if (code === 0 || counts.failed > 0) return counts;
  return addCounts(counts, countFailure(`the journeys ended with exit code ${code}`));
}
