import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import linter from 'addons-linter';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildExtension } from './build';

const outDir = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-extension-'));
let chrome: string;
let firefox: string;

beforeAll(async () => {
  // Otherwise the build would contain the development version of React.
  vi.stubEnv('NODE_ENV', 'production');
  chrome = await buildExtension('chrome', outDir);
  firefox = await buildExtension('firefox', outDir);
});
afterAll(() => {
  vi.unstubAllEnvs();
  fs.rmSync(outDir, { recursive: true });
});

interface Manifest {
  permissions: string[];
  host_permissions?: string[];
  content_scripts?: object[];
  optional_host_permissions: string[];
  [key: string]: unknown;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Manifest;

const sizeOf = (folder: string, file: string): number =>
  brotliCompressSync(fs.readFileSync(path.join(folder, file))).length;

/** Returns the scripts and styles that a page loads before it is shown. */
function loadedBy(folder: string, page: string): string[] {
  const html = fs.readFileSync(path.join(folder, page), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);

describe('compressed with brotli', () => {
  test('the background has at most 25 kB', () => {
    for (const folder of [chrome, firefox]) expect(sizeOf(folder, 'background.js')).toBeLessThan(25_000);
  });

  test('the popup loads at most 120 kB', () => {
    const files = loadedBy(chrome, 'popup.html');
    expect(files.length).toBeGreaterThan(1);
    expect(sum(files.map((file) => sizeOf(chrome, file)))).toBeLessThan(120_000);
  });
});

test('nothing but the listed permissions is required, and no site or page of others', () => {
  const common = ['activeTab', 'alarms', 'contextMenus', 'scripting', 'storage'];
  expect(readManifest(chrome).permissions.sort()).toEqual([...common, 'sidePanel'].sort());
  expect(readManifest(firefox).permissions.sort()).toEqual(common);
  for (const folder of [chrome, firefox]) {
    const { host_permissions, content_scripts, optional_host_permissions } = readManifest(folder);
    expect([host_permissions, content_scripts]).toEqual([undefined, undefined]);
    expect(optional_host_permissions).toEqual(['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*']);
  }
});

test('the background of Chrome is a service worker, that of Firefox an event page', () => {
  expect(readManifest(chrome)).toMatchObject({
    manifest_version: 3,
    background: { service_worker: 'background.js' },
    side_panel: { default_path: 'sidepanel.html' },
  });
  expect(readManifest(firefox)).toMatchObject({
    manifest_version: 3,
    background: { scripts: ['background.js'] },
    sidebar_action: { default_panel: 'sidepanel.html' },
  });
});

test('the texts of the manifest exist in both languages', () => {
  const read = (locale: string) =>
    JSON.parse(fs.readFileSync(path.join(chrome, '_locales', locale, 'messages.json'), 'utf8')) as Record<
      string,
      { message: string }
    >;
  const text = fs.readFileSync(path.join(chrome, 'manifest.json'), 'utf8');
  const named = [...text.matchAll(/__MSG_(\w+)__/g)].map(([, name = '']) => name);
  for (const locale of ['en', 'pt_BR'])
    expect(named.filter((name) => !read(locale)[name]?.message)).toEqual([]);
});

test("Mozilla's linter finds nothing in the build for Firefox but how React sets HTML", async () => {
  const instance = linter.createInstance({
    config: { _: [firefox], logLevel: 'fatal', output: 'none', boring: true, selfHosted: false },
    runAsBinary: false,
  });
  const { errors, warnings } = await instance.run();
  const found = [...errors, ...warnings].map(({ code, file }) => `${code} ${file ?? ''}`);
  expect(found.filter((one) => !/^UNSAFE_VAR_ASSIGNMENT chunks\//.test(one))).toEqual([]);
});
