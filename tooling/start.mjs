// Runs on Node 20.19 or later before packages are installed: plain JavaScript with only Node's built-in modules.
import fs from 'node:fs';
import { ensureBuilt, serverArguments, serverEnv } from './launch/build.mjs';
import { onStopSignal } from './launch/child.mjs';
import { fail } from './launch/console.mjs';
import { prepare } from './launch/prepare.mjs';
import { supervise } from './launch/supervise.mjs';

if (await prepare(import.meta.filename)) {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  await ensureBuilt().catch(fail);
  const app = supervise({
    name: 'The app',
    command: process.execPath,
    args: serverArguments,
    env: { ...process.env, ...serverEnv },
  });
  onStopSignal(app.stop);
  process.exitCode = await app.ended;
}
