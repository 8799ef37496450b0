import path from 'node:path';
import { parseEnv } from '@/lib/env/parse-env';
import { restoreInstallation } from '@/server/backup';
import { loadDotEnv, runProgram, printLine } from '@/server/program';

// `npm run restore -- FOLDER`: restores into an empty database of DATA_DIR or DATABASE_URL.
await runProgram(async () => {
  loadDotEnv();
  const [given] = process.argv.slice(2);
  if (given === undefined) throw new Error('Name the folder of the backup: npm run restore -- FOLDER');
  const { tables, blobs, createdAt } = await restoreInstallation(parseEnv(), path.resolve(given));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const files = blobs === null ? '' : ` and ${blobs.files} files`;
  printLine(
    `Restored ${rows} rows of ${tables.length} tables${files} from ${createdAt}; every checksum is equal.`,
  );
});
