import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const resolve = { alias: { '@': root, 'server-only': path.join(root, 'tooling/testing/empty.ts') } };
// A time limit is only there to end what hangs: nothing is asserted by the clock.
const shared = {
  environment: 'node' as const,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['./tooling/testing/fail-on-console.ts'],
};
const ignored = ['**/node_modules/**', '.next/**', 'e2e/**', 'bench/**'];

export default defineConfig({
  test: {
    // A file waits for its imports or its database half of its time.
    maxWorkers: '100%',
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.api.test.ts'],
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'api',
          include: ['**/*.api.test.ts'],
          exclude: ignored,
          globalSetup: ['./provider/testing/global-setup.ts'],
          // The files of a worker share its modules: evaluating them for each file takes as long as its tests. What a
          // test needs of its own, it gets from createTestProvider().
          isolate: false,
          setupFiles: [...shared.setupFiles, './provider/testing/record-statements.ts'],
        },
      },
    ],
  },
});
