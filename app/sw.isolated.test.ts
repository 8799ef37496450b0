import 'fake-indexeddb/auto';
import type * as Serwist from 'serwist';
import { expect, test, vi } from 'vitest';

// A cache of a few files, because IndexedDB is slow here.
vi.mock('serwist', async (original) => {
  const serwist = await original<typeof Serwist>();
  class ExpirationPlugin extends serwist.ExpirationPlugin {
    constructor(config?: Serwist.ExpirationPluginOptions) {
      super({ ...config, maxEntries: 8 });
    }
  }
  return { ...serwist, ExpirationPlugin };
});

const urlOf = (request: Request | string) => (typeof request === 'string' ? request : request.url);

/** A cache of the browser, as far as the service worker uses it. */
class FakeCache {
  readonly files = new Map<string, Response>();
  match = (request: Request | string) => Promise.resolve(this.files.get(urlOf(request))?.clone());
  put = (request: Request | string, response: Response) =>
    Promise.resolve(void this.files.set(urlOf(request), response));
  delete = (request: Request | string) => Promise.resolve(this.files.delete(urlOf(request)));
  keys = () => Promise.resolve([...this.files.keys()].map((url) => new Request(url)));
}

const built = (name: string) => `https://markwell.test/_next/static/chunks/${name}.js`;

/** Installs the service worker of a build with these files. */
async function install(names: readonly string[]): Promise<void> {
  vi.resetModules();
  const listeners: ((event: object) => void)[] = [];
  vi.stubGlobal('self', {
    ...globalThis,
    __SW_MANIFEST: names.map((name) => ({ url: `/_next/static/chunks/${name}.js`, revision: null })),
    location: new URL('https://markwell.test/sw.js'),
    caches: globalThis.caches,
    skipWaiting: () => Promise.resolve(),
    addEventListener: (type: string, listener: (event: object) => void) =>
      type === 'install' && listeners.push(listener),
  });
  await import('@/app/sw');
  const work: Promise<unknown>[] = [];
  const event = Object.assign(new Event('install'), {
    waitUntil: (done: Promise<unknown>) => void work.push(done),
  });
  listeners[0]?.(event);
  for (let index = 0; index < work.length; index += 1) await work[index];
}

test('a file that several builds share is kept when files of older builds are evicted', async () => {
  const cache = new FakeCache();
  let now = 1;
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 1));
  vi.stubGlobal('caches', { match: cache.match, open: () => Promise.resolve(cache) });
  vi.stubGlobal('location', new URL('https://markwell.test/sw.js'));
  vi.stubGlobal('FetchEvent', CustomEvent);
  vi.stubGlobal('ExtendableEvent', Event);
  // Its development build logs.
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string | Request, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'https://markwell.test/').href : input, init);
      }
    },
  );
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('code')));
  const filesOf = (build: string) => Array.from({ length: 3 }, (_, index) => `${build}-${index}`);
  for (const build of ['a', 'b', 'c']) await install(['shared', ...filesOf(build)]);
  // Evicting is not part of the event. It may go on after this test, so the globals stay as they are.
  await vi.waitFor(() => expect(cache.files.size).toBe(8));
  const kept = [...cache.files.keys()];
  expect(kept).toContain(built('shared'));
  expect(kept).toContain(built('c-2'));
  expect(kept).not.toContain(built('a-0'));
});
