import { runProgram, printLine } from '@/server/program';
import { describeCounts } from './counts';
import { runVitest } from './run-vitest';

// `npm run test:processes [-- arguments of vitest]`: runs the API tests with two providers on one database.
await runProgram(async () => {
  const args = process.argv.slice(2).filter((argument) => argument !== '--');
  const env = { TEST_PROVIDERS: '2' };
  const counts = await runVitest({
    name: 'API tests, two providers in turn',
    args: ['--project', 'api', ...args],
    env,
  });
  printLine(describeCounts(counts));
  if (counts.failed > 0) process.exitCode = 1;
});
