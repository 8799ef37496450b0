import { addCounts, countFailure, type Counts } from '@/tooling/test/counts';
import { runVitest } from '@/tooling/test/run-vitest';
import { runSteps } from './run-steps';
import { lint, shortSteps } from './steps';

/**
 * Checks types, lint, import rules and format, and runs the unit and API tests. A failure does not stop the rest. Lint
 * takes longer than the other checks together, so the tests start beside it.
 */
export async function checkEverythingButTheBrowser(): Promise<Counts> {
  const linting = runSteps([lint]);
  const failedSteps = await runSteps(shortSteps);
  const tests = await runVitest({ name: 'unit and API tests', args: [] });
  return addCounts(...[...(await linting), ...failedSteps].map(countFailure), tests);
}
