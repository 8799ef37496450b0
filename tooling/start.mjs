// Runs on Node 20.19 or later before packages are installed: plain JavaScript with only Node's built-in modules.
import fs from 'node:fs';
import path from 'node:path';
import { supervise } from '../server/supervise.mjs';
import { workerArguments } from '../server/worker-arguments.mjs';
import { ensureBuilt, serverArguments, serverEnv } from './launch/build.mjs';
import { onStopSignal } from './launch/child.mjs';
import { fail, say } from './launch/console.mjs';
import { prepare } from './launch/prepare.mjs';

if (await prepare(import.meta.filename)) {
  if (fs.existsSync('.env')) process.loadEnvFile('.env');
  const isTimed = process.argv.includes('--timings');
  const begun = performance.now();
  await ensureBuilt().catch(fail);
  if (isTimed) {
    const seconds = (/** @type {number} */ time) => (time / 1_000).toFixed(2);
    say(`launcher, ${seconds(begun)} s to ${seconds(performance.now())} s: check of the build`);
  }
  const isWorker = process.env.WORKER?.trim() === 'alone';
  const program = supervise({
    name: isWorker ? 'The worker' : 'The app',
    command: process.execPath,
    args: isWorker
      ? workerArguments(path.resolve('.next/serve/worker.mjs'))
      : [...serverArguments, ...(isTimed ? ['--timings'] : [])],
    env: { ...process.env, ...serverEnv },
    report: say,
  });
  onStopSignal(program.stop);
  process.exitCode = await program.ended;
}
