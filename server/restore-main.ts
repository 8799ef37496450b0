import path from 'node:path';
import { parseEnv } from '@/lib/env/parse-env';
import { prepareRestore, restore } from '@/provider/db/restore';
import { withDatabase } from '@/server/database';
import { loadDotEnv, runProgram, say } from '@/server/program';

// `npm run restore -- FOLDER`: into an empty database, of DATA_DIR or DATABASE_URL.
await runProgram(async () => {
  loadDotEnv();
  const [given] = process.argv.slice(2);
  if (given === undefined) throw new Error('Name the folder of the backup: npm run restore -- FOLDER');
  const folder = path.resolve(given);
  await withDatabase(
    parseEnv(),
    async (url) => {
      const { tables, createdAt } = await restore(url, folder);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      say(`Restored ${rows} rows of ${tables.length} tables from ${createdAt}; every checksum is equal.`);
    },
    (url) => prepareRestore(url, folder),
  );
});
