import { runProgram } from '@/server/program';
import { ensureBuilt } from '@/tooling/launch/build.mjs';
import { runVitest } from '@/tooling/test/run-vitest';

// `npm run test:container`
await runProgram(async () => {
  await ensureBuilt();
  const { failed } = await runVitest({
    name: 'container test',
    args: ['--config', 'tooling/container/vitest.config.ts'],
  });
  if (failed > 0) process.exitCode = 1;
});
