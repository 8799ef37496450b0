import path from 'node:path';
import { defineConfig } from 'vitest/config';

// Starts the production build, so it has its own command, which builds first: `npm run test:container`.
export default defineConfig({
  resolve: { alias: { '@': path.resolve(import.meta.dirname, '../..') } },
  test: {
    name: 'container',
    root: path.resolve(import.meta.dirname, '../..'),
    include: ['tooling/container/*.container.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
