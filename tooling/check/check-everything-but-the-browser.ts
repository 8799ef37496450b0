import { addCounts, countFailure, type Counts } from '@/tooling/test/counts';
import { runVitest } from '@/tooling/test/run-vitest';
import { runSteps } from './run-steps';
import { staticSteps } from './steps';

/** Checks types, lint, import rules and format, then runs the unit and API tests. A failure does not stop the rest. */
export async function checkEverythingButTheBrowser(): Promise<Counts> {
  const failedSteps = await runSteps(staticSteps);
  const tests = await runVitest({ name: 'unit and API tests', args: [] });
  return addCounts(...failedSteps.map(countFailure), tests);
}
