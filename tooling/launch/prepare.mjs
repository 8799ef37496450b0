import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runInPlace } from './child.mjs';
import { fail, ROOT } from './console.mjs';
import { ensureInstalled } from './install.mjs';

const PINNED = path.resolve('node_modules/node/bin/node');

/**
 * Prepares the checkout for its programs: installs the packages of the lockfile and switches to the pinned Node.
 * Returns false in the original process after the program ran with the pinned Node.
 * @param {string} program absolute path of the script to run
 */
export async function prepare(program) {
  process.chdir(ROOT);
  try {
    await ensureInstalled();
    return !(await continueUnderPinnedNode(program));
  } catch (error) {
    fail(error);
  }
}

/**
 * Runs the program again with the pinned Node unless this process already uses it. Returns true if it did; the exit
 * code is then that of the program.
 * @param {string} program
 */
async function continueUnderPinnedNode(program) {
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
