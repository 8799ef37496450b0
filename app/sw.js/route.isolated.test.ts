import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

const settings = vi.hoisted(() => ({ isProduction: true, serviceWorker: true }));
vi.mock('@/lib/env/mode', () => ({
  get isProduction() {
    return settings.isProduction;
  },
}));
vi.mock('@/lib/env/server', () => ({ env: () => settings }));
const { GET } = await import('@/app/sw.js/route');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-sw-'));
fs.mkdirSync(path.join(folder, '.next'));
fs.writeFileSync(path.join(folder, '.next/sw.js'), 'built');
fs.cpSync('public', path.join(folder, 'public'), { recursive: true });
vi.spyOn(process, 'cwd').mockReturnValue(folder);

afterEach(() => Object.assign(settings, { isProduction: true, serviceWorker: true }));
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('the service worker of the build is served, and revalidated each time', async () => {
  const response = await GET();
  expect(await response.text()).toBe('built');
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(response.headers.get('cache-control')).toBe('no-cache');
});

// Guarantee: one setting removes the service worker from every browser.
test.each([
  ['SERVICE_WORKER is off', { serviceWorker: false }],
  ['there is no build, in development', { isProduction: false }],
])('the worker that removes itself is served when %s', async (_, change) => {
  Object.assign(settings, change);
  const events: string[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const done: Promise<unknown>[] = [];
  const scope = {
    self: {
      addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
      skipWaiting: () => events.push('skipped waiting'),
      registration: { unregister: async () => events.push('unregistered') },
    },
    caches: { keys: async () => ['a', 'b'], delete: async (name: string) => events.push(`deleted ${name}`) },
    indexedDB: { deleteDatabase: (name: string) => events.push(`deleted ${name}`) },
  };
  vm.runInNewContext(await (await GET()).text(), scope);
  expect([...listeners.keys()]).toEqual(['install', 'activate']);
  listeners.get('install')?.({});
  listeners.get('activate')?.({ waitUntil: (work: Promise<unknown>) => done.push(work) });
  await Promise.all(done);
  expect(events).toEqual([
    'skipped waiting',
    'deleted a',
    'deleted b',
    'deleted serwist-expiration',
    'deleted markwell-offline',
    'unregistered',
  ]);
});

test('the offline page has the colors of the design, and no script of its own', () => {
  const page = fs.readFileSync('public/offline.html', 'utf8');
  const css = fs.readFileSync('app/globals.css', 'utf8');
  const pairs = [...page.matchAll(/light-dark\([^)]*\)/g)].map(([pair]) => pair);
  expect(pairs.length).toBeGreaterThan(0);
  for (const pair of pairs) expect(css).toContain(pair);
  expect([...page.matchAll(/<script[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual(['']);
});
