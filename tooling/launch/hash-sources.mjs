import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Top-level names that no build reads. Everything else counts: a build too many is better than a stale one. */
const IGNORED = new Set([
  'node_modules',
  'bench',
  'coverage',
  'docs',
  'e2e',
  'evaluation',
  'playwright-report',
  'test-results',
  'Dockerfile',
  'compose.yaml',
]);
const TEST = /\.(?:test|crash|container)\.tsx?$/;
/** Written by the framework itself, while it runs or builds. */
const GENERATED = /^(?:next-env\.d\.ts|.*\.d\.json\.ts|.*\.tsbuildinfo|.*\.log|.*\.md)$/;

/** A hash of everything that a build is made from, the lockfile included. */
export function hashSources() {
  const hash = createHash('sha256');
  for (const file of listFiles('.')) {
    hash.update(`${file}\0`);
    hash.update(fs.readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  const entries = fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.name.startsWith('.') || IGNORED.has(file)) return [];
    if (entry.isDirectory()) return listFiles(file);
    return entry.isFile() && !TEST.test(file) && !GENERATED.test(entry.name) ? [file] : [];
  });
}
