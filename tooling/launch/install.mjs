import fs from 'node:fs';
import { runQuietly } from './child.mjs';
import { withProgress } from './console.mjs';

/** npm's record of the content of node_modules, written when an installation is complete. */
const RECORD = 'node_modules/.package-lock.json';

/** Installs from the lockfile unless node_modules matches it. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withProgress('Installing packages (a minute or two)', installFromLockfile);
}

function isInstalled() {
  if (!fs.existsSync(RECORD)) return false;
  const present = readPackages(RECORD);
  const wanted = readPackages('package-lock.json');
  return Object.entries(wanted).every(
    // Optional packages are for other platforms; the empty name is the project itself.
    ([name, { version, optional }]) => name === '' || optional || present[name]?.version === version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
}

async function installFromLockfile() {
  // npm passes the path of its script to its child processes; `npm` itself may not be on PATH.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  await runQuietly(command, [...first, ...args], { what: 'npm ci' });
}
