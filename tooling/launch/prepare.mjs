import process from 'node:process';
import { ensureInstalled } from './install.mjs';
import { continueUnderPinnedNode } from './pinned-node.mjs';
import { fail, ROOT } from './console.mjs';

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
