import { CacheFirst, copyResponse, ExpirationPlugin, Serwist, type PrecacheEntry } from 'serwist';
import { isServerReachable } from '@/lib/api/session-routes';
import { readFields, readSharedFields, sharedLinkPath } from '@/lib/domain/shared-link';
import { offlineDatabase } from '@/lib/offline/erase';
import { loadPage } from '@/lib/offline/load-page';

// The service worker: bundled by `serwist build` after Next's build, and served by app/sw.js. It caches only
// what is identical for every visitor: scripts, styles and fonts of the build, the offline page, and the page
// that shows the copy of the library. That copy is in IndexedDB; pages write, read and delete it.

/**
 * The used part of a service worker's scope: TypeScript's library for workers conflicts with the one for pages.
 */
interface InstallEvent extends Event {
  waitUntil: (done: Promise<unknown>) => void;
}
declare const self: {
  readonly __SW_MANIFEST: readonly PrecacheEntry[];
  readonly location: Location;
  addEventListener: (type: 'install', listener: (event: InstallEvent) => void) => void;
};

const offlinePage = '/offline.html';
const libraryPage = '/offline';
const built = '/_next/static/';
const entries = self.__SW_MANIFEST;

/**
 * Names of built files contain a hash, so a cached one is never stale, and those of the last versions stay for
 * the tabs that still run them. With more files than almost four builds have, those unused for the longest time
 * are evicted; installing a build uses all of its files.
 */
const builtFiles = new CacheFirst({
  cacheName: 'markwell-built',
  matchOptions: { ignoreVary: true },
  plugins: [new ExpirationPlugin({ maxEntries: 800, maxAgeFrom: 'last-used', purgeOnQuotaError: true })],
});

const serwist = new Serwist({
  precacheEntries: entries.filter(({ url }) => !url.startsWith(built)),
  skipWaiting: true,
  clientsClaim: true,
  precacheOptions: {
    ignoreURLParametersMatching: [/^from$/],
    // Without cookies, so that the page is the same for every visitor.
    plugins: [
      {
        requestWillFetch: ({ request }) => Promise.resolve(new Request(request, { credentials: 'omit' })),
      },
    ],
  },
  runtimeCaching: [
    {
      matcher: ({ url, sameOrigin }) =>
        sameOrigin && url.pathname.startsWith(`${built}chunks/turbopack-worker-`),
      handler: async (options) => withoutUrl(await builtFiles.handle(options)),
    },
    { matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(built), handler: builtFiles },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname === '/add',
      handler: ({ url }) => Promise.resolve(openForm(url.searchParams)),
    },
    {
      matcher: ({ request, url }) =>
        request.mode === 'navigate' && !/^\/(?:v1|session)(?:\/|$)/.test(url.pathname),
      handler: ({ request, url }) =>
        loadPage(() => fetch(request), isServerReachable).catch(() => visitOffline(url)),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && url.pathname === '/add',
      method: 'POST',
      handler: ({ request }) => share(request),
    },
  ],
});

self.addEventListener('install', (event) => event.waitUntil(cacheBuild(event)));
serwist.addEventListeners();

/**
 * Caches the files of this build; files that an earlier version has cached are not requested again. Requests
 * are sequential, which leaves the other connections to the page.
 */
async function cacheBuild(event: InstallEvent): Promise<void> {
  const urls = entries.map(({ url }) => url).filter((url) => url.startsWith(built));
  for (const url of urls) await Promise.all(builtFiles.handleAll({ event, request: new Request(url) }));
}

/**
 * The script of a web worker reads what to load from the fragment of its own URL. That is the URL of the
 * response, which has no fragment in a cache; a response without a URL gets that of the request.
 */
const withoutUrl = (response: Response): Promise<Response> => copyResponse(response);

/** Returns the copy of the library, or without one the offline page, for a page that cannot be loaded. */
async function visitOffline({ pathname, search, origin }: URL): Promise<Response> {
  const databases = await indexedDB.databases().catch(() => []);
  if (databases.some(({ name }) => name === offlineDatabase)) {
    const from = encodeURIComponent(pathname + search);
    return Response.redirect(new URL(`${libraryPage}?from=${from}`, origin), 302);
  }
  return (await serwist.matchPrecache(offlinePage)) ?? Response.error();
}

/** Does the same as app/add without a network: the offline page keeps the fragment until the form can be loaded. */
async function share(request: Request): Promise<Response> {
  return openForm(await request.formData());
}

function openForm(given: FormData | URLSearchParams): Response {
  const link = readSharedFields(readFields({ get: (name) => given.get(name) }));
  return Response.redirect(new URL(sharedLinkPath(link), self.location.origin), 303);
}
