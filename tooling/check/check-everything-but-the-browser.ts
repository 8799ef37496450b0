import { addCounts, countFailure, type Counts } from '@/tooling/test/counts';
import { runVitest } from '@/tooling/test/run-vitest';
import { runSteps } from './run-steps';
import { staticSteps } from './steps';

/** Types, lint, import rules and format, then the unit and API tests. Everything runs, whatever fails. */
export async function checkEverythingButTheBrowser(): Promise<Counts> {
  const failedSteps = await runSteps(staticSteps);
  const tests = await runVitest({ name: 'unit and API tests', args: [] });
  return addCounts(...failedSteps.map(countFailure), tests);
}
