import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Kills the production server, so it has its own command, which builds first: `npm run test:crash`.
export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname, '../..') } },
  test: {
    name: 'crash',
    root: path.resolve(import.meta.dirname, '../..'),
    include: ['tooling/crash/*.crash.ts'],
    testTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 120_000,
  },
});
