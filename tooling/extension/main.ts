import path from 'node:path';
import { zip } from 'wxt';
import { printLine, runProgram } from '@/server/program';

const root = path.resolve('extension');

// `npm run extension` builds the archives for the stores of Chrome, Edge and Firefox, and the sources for reviewers.
await runProgram(async () => {
  const files = [...(await zip({ root, browser: 'chrome' })), ...(await zip({ root, browser: 'firefox' }))];
  for (const file of files) printLine(path.relative('.', file));
});
