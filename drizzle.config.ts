import { defineConfig } from 'drizzle-kit';

// `npx drizzle-kit generate --name=WHAT` writes the next migration: see docs/operations.md.
export default defineConfig({
  dialect: 'postgresql',
  schema: './provider/db/schema/*.ts',
  out: './provider/db/migrations',
});
