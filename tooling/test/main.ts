import fs from 'node:fs';
import { checkEverythingButTheBrowser } from '@/tooling/check/check';
import { ensureBuilt } from '@/tooling/launch/build.mjs';
import { runProgram, printLine } from '@/server/program';
import { addCounts, countFailure, type Counts, describeCounts, noCounts } from './counts';
import { findOrdinaryPostgres } from './ordinary-postgres';
import { runJourneys } from './run-journeys';
import { runVitest } from './run-vitest';

// `npm test`: all checks. A failing part does not prevent the others from running.
await runProgram(async () => {
  const parts = [checkEverythingButTheBrowser, testOnOrdinaryPostgres, testProduction];
  let counts = noCounts;
  for (const part of parts) counts = addCounts(counts, await part());
  const summary = [...counts.failures, describeCounts(counts)].join('\n\n');
  fs.writeFileSync('test-results/summary.txt', `${summary}\n`);
  printLine(`\n${summary}`);
  if (counts.failed > 0) process.exitCode = 1;
});

async function testOnOrdinaryPostgres(): Promise<Counts> {
  const server = await findOrdinaryPostgres();
  if (!server) {
    printLine('\nNo PostgreSQL except the embedded one was found: the API tests ran on that one only.');
    return noCounts;
  }
  try {
    const env = { TEST_DATABASE_URL: server.url };
    return await runVitest({ name: `API tests again, on ${server.origin}`, args: ['--project', 'api'], env });
  } finally {
    await server.stop();
  }
}

/** Tests the production build: browser journeys, recovery after kills, and the files of the container image. */
async function testProduction(): Promise<Counts> {
  try {
    await ensureBuilt();
  } catch (error) {
    printLine(String(error));
    return countFailure('production build');
  }
  const journeys = await runJourneys([]);
  const [crashes, container] = await Promise.all([
    runVitest({ name: 'crash test', args: ['--config', 'tooling/crash/vitest.config.ts'] }),
    runVitest({ name: 'container test', args: ['--config', 'tooling/container/vitest.config.ts'] }),
  ]);
  return addCounts(journeys, crashes, container);
}
