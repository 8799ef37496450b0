/**
 * Makes the browser clear its cache of this site: icons reveal the hosts of bookmarks. It is a separate request
 * because Chromium holds the response back until its cache is cleared, which can take seconds. Cookies and
 * storage stay: they hold settings of the device, and the header would clear cookies of the whole registrable
 * domain, other apps included.
 */
export function DELETE(): Response {
  return new Response(null, {
    status: 204,
    headers: { 'cache-control': 'no-store', 'clear-site-data': '"cache"' },
  });
}
