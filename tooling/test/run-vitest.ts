import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { printLine } from '@/server/program';
import { addCounts, countFailure, type Counts, readVitestCounts } from './counts';

interface VitestRun {
  /** Description of the run, for output. */
  name: string;
  /** Additional arguments of `vitest run`. */
  args: readonly string[];
  env?: Record<string, string>;
}

/** Runs vitest with visible output and returns its counts. */
export async function runVitest({ name, args, env }: VitestRun): Promise<Counts> {
  printLine(`\n${name}`);
  const report = path.resolve('test-results', `vitest-${name.replaceAll(/\W+/g, '-')}.json`);
  fs.rmSync(report, { force: true });
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporting], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const counts = readVitestCounts(report);
  if (code === 0 || counts.failed > 0) return counts;
  return addCounts(counts, countFailure(`${name} ended with exit code ${code}`));
}
