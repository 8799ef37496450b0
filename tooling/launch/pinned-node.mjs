import fs from 'node:fs';
import path from 'node:path';
import { runInPlace } from './child.mjs';

const PINNED = path.resolve('node_modules/node/bin/node');

/**
 * Runs the program again with the pinned Node unless this process already uses it. Returns true if it did; the exit
 * code is then that of the program.
 * @param {string} program
 */
export async function continueUnderPinnedNode(program) {
  const binFolder = path.resolve('node_modules/.bin');
  if (!fs.existsSync(PINNED)) {
    throw new Error(
      'The pinned Node is missing: its install script did not run. Allow install scripts, then: npm ci',
    );
  }
  if (fs.realpathSync(process.execPath) === fs.realpathSync(PINNED)) return false;
  const PATH = [binFolder, process.env.PATH].join(path.delimiter);
  process.exitCode = await runInPlace(PINNED, [program, ...process.argv.slice(2)], { ...process.env, PATH });
  return true;
}
