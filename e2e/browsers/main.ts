import fs from 'node:fs';
import path from 'node:path';
import { printLine, runProgram } from '@/server/program';
import { ensureBuilt } from '@/tooling/launch/build.mjs';
import { serveSites } from '@/tooling/test/serve-sites';
import { makeDataDir, startServer } from '@/tooling/test/start-server';
import type { Engine } from './driver';
import { startFirefox } from './firefox';
import { type Journey, journeys } from './journeys';
import { Tab } from './tab';
import { startWebKit } from './webkit';

const starters = { firefox: startFirefox, webkit: startWebKit } as const;

// `npm run test:browsers -- [firefox|webkit] [part of a name]`
await runProgram(async () => {
  const words = process.argv.slice(2).filter((argument) => argument !== '--');
  const chosen = Object.entries(starters).filter(([name]) => words.includes(name));
  const part = words.find((word) => !(word in starters)) ?? '';
  await ensureBuilt();
  const dataDir = makeDataDir('browsers');
  const sites = await serveSites();
  process.env['E2E_SITES_URL'] = sites.url;
  const server = await startServer({
    dataDir,
    env: { RATE_LIMIT_SCALE: '1000', FETCH_ALLOW: new URL(sites.url).host, PAGE_TEXTS: 'off' },
  });
  try {
    for (const [, start] of chosen.length > 0 ? chosen : Object.entries(starters)) {
      const engine = await start();
      try {
        await runAll(engine, server.url, part);
      } finally {
        await engine.close();
      }
    }
  } finally {
    await server.stop();
    await sites.close();
    fs.rmSync(path.resolve(dataDir), { recursive: true, force: true });
  }
});

async function runAll(engine: Engine, origin: string, part: string): Promise<void> {
  for (const journey of journeys) {
    if (!journey.name.includes(part) || journey.engines?.includes(engine.name) === false) continue;
    const startedAt = Date.now();
    const failure = await runOne(engine, origin, journey);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    printLine(`${failure === null ? '✓' : '✗'} ${engine.name}: ${journey.name} (${seconds} s)`);
    if (failure === null) continue;
    printLine(`  ${failure}`);
    process.exitCode = 1;
  }
}

/** Runs a journey in a new profile; returns why it failed. Errors in the console fail it, too. */
async function runOne(engine: Engine, origin: string, { run }: Journey): Promise<string | null> {
  const driver = await engine.newTab();
  try {
    await run(new Tab(driver, origin));
    const errors = driver.errors();
    return errors.length === 0 ? null : `Errors in the console: ${errors.join('\n  ')}`;
  } catch (error) {
    const page = await driver.run(() => `${location.href}\n${document.body.innerText}`).catch(() => '');
    return `${error instanceof Error ? error.message : String(error)}\n  ${[...driver.errors()].join('\n  ')}\n${page.slice(0, 2_000)}`;
  } finally {
    await driver.close().catch(() => undefined);
  }
}
