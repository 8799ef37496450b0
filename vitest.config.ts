import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const resolve = { alias: { '@': root, 'server-only': path.join(root, 'tooling/testing/empty.ts') } };
// Timeouts only end tests that hang; no test asserts durations.
const shared = {
  environment: 'node' as const,
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['./tooling/testing/vitest-setup.ts'],
};
const ignored = ['**/node_modules/**', '.next/**', 'e2e/**', 'bench/**'];

export default defineConfig({
  test: {
    // A test file waits for the database part of the time, so two cores are busy with three.
    maxWorkers: Math.ceil(os.availableParallelism() * 1.5),
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...ignored, '**/*.{api,isolated}.test.{ts,tsx}'],
          // The test files of a worker share its modules: evaluating them per file would take as long as the tests.
          isolate: false,
        },
      },
      {
        resolve,
        // Files that replace modules or the browser's database.
        test: { ...shared, name: 'isolated', include: ['**/*.isolated.test.{ts,tsx}'], exclude: ignored },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'api',
          include: ['**/*.api.test.ts'],
          exclude: ignored,
          globalSetup: ['./provider/testing/global-setup.ts'],
          // createTestProvider() creates the state of a test.
          isolate: false,
          setupFiles: [...shared.setupFiles, './provider/testing/record-statements.ts'],
        },
      },
    ],
  },
});
