import { ensureBuilt } from '@/tooling/launch/build.mjs';
import { runProgram } from '@/server/program';
import { runJourneys } from './run-journeys';

// `npm run test:e2e -- [arguments of Playwright]`; without npm, the dashes are ignored.
await runProgram(async () => {
  await ensureBuilt();
  const { failed } = await runJourneys(process.argv.slice(2).filter((argument) => argument !== '--'));
  if (failed > 0) process.exitCode = 1;
});
