import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A Chromium to run tests in. */
export interface Chromium {
  /** Path of the executable; null for the test runner's own download. */
  path: string | null;
  /** Description of its source, for output. */
  origin: string;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const HEADLESS_SHELL = 'chromium-headless-shell';
const MAC_APPS = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** Finds an installed Chromium or Chrome, else installs one: with apt as root on Debian, else with the test runner. */
export function findChromium(): Chromium {
  const given = process.env['CHROME_PATH'];
  if (given) return { path: given, origin: 'CHROME_PATH' };
  const installed = findInstalled();
  if (installed) return { path: installed, origin: 'installed on this machine' };
  return installByApt() ?? installByRunner();
}

/**
 * Finds the headless shell of Chromium, or installs it with apt as root on Debian. It has no user interface, so a new
 * window costs a quarter of the processor time, and it renders frames only on request. Returns null if there is none,
 * or if CHROME_PATH sets the browser to use.
 */
export function findHeadlessShell(): string | null {
  if (process.env['CHROME_PATH']) return null;
  const find = () => findProgram([HEADLESS_SHELL]);
  return find() ?? (installPackages([HEADLESS_SHELL]) ? find() : null);
}

const findInstalled = (): string | null =>
  findProgram(NAMES) ?? MAC_APPS.find((file) => fs.existsSync(file)) ?? null;

function findProgram(names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find((file) => fs.existsSync(file)) ?? null;
}

function installByApt(): Chromium | null {
  const installed = installPackages(['chromium']) ? findInstalled() : null;
  return installed ? { path: installed, origin: 'installed just now by apt-get' } : null;
}

/** Installs Debian packages as root; returns whether it could. */
export function installPackages(names: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return false;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-q'], options);
  const args = ['install', '-q', '-y', '--no-install-recommends', ...names];
  return spawnSync('apt-get', args, options).status === 0;
}

function installByRunner(): Chromium {
  execFileSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { path: null, origin: "the test runner's own download" };
}
