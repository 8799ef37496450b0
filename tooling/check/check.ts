import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { printLine } from '@/server/program';
import { addCounts, countFailure, type Counts } from '@/tooling/test/counts';
import { runVitest } from '@/tooling/test/run-vitest';

/** A static check of the source code. */
interface Step {
  name: string;
  /** Programs of node_modules with their arguments, run in sequence. */
  commands: readonly (readonly [program: string, ...args: string[]])[];
}

const LAYERS = '.dependency-cruiser.cjs';
const RUNTIME = '.dependency-cruiser.runtime.cjs';
const MODULES = '.dependency-cruiser.modules.cjs';

const lint: Step = { name: 'lint', commands: [['eslint/bin/eslint.js', '.']] };

const shortSteps: readonly Step[] = [
  {
    name: 'types',
    commands: [
      ['next/dist/bin/next', 'typegen'],
      ['typescript/bin/tsc', '--noEmit', '--incremental', 'false'],
    ],
  },
  {
    name: 'import rules',
    commands: [
      [
        'dependency-cruiser/bin/dependency-cruise.mjs',
        ...['--config', LAYERS, '--output-type', 'err-long'],
        ...[
          'app',
          'components',
          'extension',
          'lib',
          'provider',
          'server',
          'tooling',
          'middleware.ts',
          'instrumentation.ts',
        ],
      ],
      ['dependency-cruiser/bin/dependency-cruise.mjs', '--config', RUNTIME, 'components', 'extension', 'lib'],
      ['dependency-cruiser/bin/dependency-cruise.mjs', '--config', MODULES, 'provider/modules'],
    ],
  },
  {
    name: 'OpenAPI document',
    commands: [['@redocly/cli/bin/cli.js', 'lint', 'docs/openapi.json']],
  },
  { name: 'format', commands: [['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']] },
];

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

/** Runs steps in sequence, prints the output of failed steps and returns their names. */
async function runSteps(steps: readonly Step[]): Promise<string[]> {
  const failed: string[] = [];
  for (const step of steps) {
    if (!(await runStep(step))) failed.push(step.name);
  }
  return failed;
}

async function runStep({ name, commands }: Step): Promise<boolean> {
  const startedAt = Date.now();
  for (const [program, ...args] of commands) {
    const { code, output } = await runPackageProgram(program, args);
    if (code === 0) continue;
    printLine(`✗ ${name}\n${output.trimEnd()}`);
    return false;
  }
  printLine(`✓ ${name} (${Math.round((Date.now() - startedAt) / 1000)} s)`);
  return true;
}

async function runPackageProgram(program: string, args: readonly string[]) {
  const child = spawn(process.execPath, [path.join('node_modules', program), ...args], {
    env: {
      ...process.env,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
      // The linter of the OpenAPI document would ask the registry for a newer version.
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output };
}
