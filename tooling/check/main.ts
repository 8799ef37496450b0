import { runProgram, printLine } from '@/server/program';
import { checkEverythingButTheBrowser } from './check';
import { describeCounts } from '@/tooling/test/counts';

// `npm run check`
await runProgram(async () => {
  const counts = await checkEverythingButTheBrowser();
  printLine(describeCounts(counts));
  if (counts.failed > 0) process.exitCode = 1;
});
