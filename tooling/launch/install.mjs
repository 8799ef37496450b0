import fs from 'node:fs';
import { runQuietly } from './child.mjs';
import { withProgress } from './console.mjs';

/** npm's own record of what is in node_modules, written when an installation is complete. */
const RECORD = 'node_modules/.package-lock.json';

/** Installs from the lockfile unless node_modules is what the lockfile says. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withProgress('Installing packages (a minute or two)', installFromLockfile);
}

function isInstalled() {
  if (!fs.existsSync(RECORD)) return false;
  const present = readPackages(RECORD);
  const wanted = readPackages('package-lock.json');
  return Object.entries(wanted).every(
    // Optional ones are for other platforms; the empty name is the project itself.
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
  // npm names its own script to what it starts; it may not be on PATH as a program.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  await runQuietly(command, [...first, ...args], { what: 'npm ci' });
}
