import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Kills the production build, so it runs by itself and after a build: `npm run test:crash`.
export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname, '../..') } },
  test: {
    name: 'crash',
    root: path.resolve(import.meta.dirname, '../..'),
    include: ['tooling/crash/*.crash.ts'],
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
