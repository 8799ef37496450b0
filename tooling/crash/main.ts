import { ensureBuilt } from '@/tooling/launch/build.mjs';
import { runProgram } from '@/server/program';
import { runVitest } from '@/tooling/test/run-vitest';

// `npm run test:crash`
await runProgram(async () => {
  await ensureBuilt();
  const { failed } = await runVitest({
    name: 'crash test',
    args: ['--config', 'tooling/crash/vitest.config.ts'],
  });
  if (failed > 0) process.exitCode = 1;
});
