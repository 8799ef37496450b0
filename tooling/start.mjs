// Runs on Node 20.19 or later before packages are installed: plain JavaScript with only Node's built-in modules.
import fs from 'node:fs';
import { runInPlace } from './launch/child.mjs';
import { ensureBuilt, serverArguments, serverEnv } from './launch/build.mjs';
import { fail } from './launch/console.mjs';
import { prepare } from './launch/prepare.mjs';

if (await prepare(import.meta.filename)) {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  await ensureBuilt().catch(fail);
  process.exitCode = await runInPlace(process.execPath, serverArguments, { ...process.env, ...serverEnv });
}
