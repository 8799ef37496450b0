import process from 'node:process';
import { ensureInstalled } from './install.mjs';
import { continueUnderPinnedNode } from './pinned-node.mjs';
import { fail, ROOT } from './console.mjs';

/**
 * Brings the checkout to where its programs run: packages installed as the lockfile says, and the pinned Node.
 * Answers false in a process that has handed over to the pinned Node and has nothing left to do.
 * @param {string} program absolute path of the script to go on with
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
