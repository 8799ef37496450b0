import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** A Chromium to test in. */
export interface Chromium {
  /** Null: the test runner's own download. */
  path: string | null;
  /** How it was come by, for people. */
  origin: string;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_APPS = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/** Finds an installed Chromium or Chrome, else installs one: by apt as root on Debian, else by the test runner. */
export function findChromium(): Chromium {
  const given = process.env['CHROME_PATH'];
  if (given) return { path: given, origin: 'CHROME_PATH' };
  const installed = findInstalled();
  if (installed) return { path: installed, origin: 'installed on this machine' };
  return installByApt() ?? installByRunner();
}

function findInstalled(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...MAC_APPS,
  ];
  return candidates.find((file) => fs.existsSync(file)) ?? null;
}

function installByApt(): Chromium | null {
  if (process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return null;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update', '-q'], options);
  const { status } = spawnSync(
    'apt-get',
    ['install', '-q', '-y', '--no-install-recommends', 'chromium'],
    options,
  );
  const installed = status === 0 ? findInstalled() : null;
  return installed ? { path: installed, origin: 'installed just now by apt-get' } : null;
}

function installByRunner(): Chromium {
  execFileSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { path: null, origin: "the test runner's own download" };
}
