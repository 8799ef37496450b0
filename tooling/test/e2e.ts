import { ensureBuilt } from '@/tooling/launch/build.mjs';
import { runProgram } from '@/tooling/runtime/run-program';
import { runJourneys } from './run-journeys';

// `npm run test:e2e -- [arguments of Playwright]`
await runProgram(async () => {
  await ensureBuilt();
  const { failed } = await runJourneys(process.argv.slice(2));
  if (failed > 0) process.exitCode = 1;
});
