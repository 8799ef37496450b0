// Served at /sw.js while SERVICE_WORKER is "off", and by the development server. It takes the place of the service worker
// that a browser has installed, deletes its caches and the offline copy, and removes itself. Open pages keep what was typed into them.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove() {
  for (const name of await caches.keys()) await caches.delete(name);
  indexedDB.deleteDatabase('serwist-expiration');
  indexedDB.deleteDatabase('markwell-offline');
  await self.registration.unregister();
}
