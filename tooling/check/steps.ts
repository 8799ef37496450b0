/** A static check of the source code. */
export interface Step {
  name: string;
  /** Programs of node_modules with their arguments, run in sequence. */
  commands: readonly (readonly [program: string, ...args: string[]])[];
}

const LAYERS = '.dependency-cruiser.cjs';
const RUNTIME = '.dependency-cruiser.runtime.cjs';

export const lint: Step = { name: 'lint', commands: [['eslint/bin/eslint.js', '.']] };

export const shortSteps: readonly Step[] = [
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
          'lib',
          'provider',
          'server',
          'tooling',
          'middleware.ts',
          'instrumentation.ts',
        ],
      ],
      ['dependency-cruiser/bin/dependency-cruise.mjs', '--config', RUNTIME, 'components', 'lib'],
    ],
  },
  { name: 'format', commands: [['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']] },
];
