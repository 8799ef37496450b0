import path from 'node:path';
import { parseEnv } from '@/lib/env/parse-env';
import type { BackupManifest } from '@/provider/db/backup';
import { backUpInstallation } from '@/server/backup';
import { loadDotEnv, runProgram, printLine } from '@/server/program';

// `npm run backup [-- FOLDER]`: also works while the app is running.
await runProgram(async () => {
  loadDotEnv();
  const env = parseEnv();
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const folder = path.resolve(process.argv[2] ?? path.join(env.dataDir, 'backups', time));
  printLine(`${describe(await backUpInstallation(env, folder))} in ${folder}`);
  if (env.s3.enabled)
    printLine(`The files are in the bucket ${env.s3.bucket}: back it up by the means of its service.`);
  if (env.databaseUrl === null)
    printLine(`Back up ${path.join(env.dataDir, 'secret')} as well, unless it is lost on purpose.`);
});

function describe({ tables, blobs }: BackupManifest): string {
  const files = blobs === null ? '' : ` and ${blobs.files} files (${Math.ceil(blobs.bytes / 1e6)} MB)`;
  const total = (key: 'rows' | 'bytes'): number => tables.reduce((sum, table) => sum + table[key], 0);
  return `Backed up ${total('rows')} rows of ${tables.length} tables (${Math.ceil(total('bytes') / 1e6)} MB before compression)${files}`;
}
