/**
 * Clears the browser's HTTP cache of this site, without waiting for it; see app/session/cache. The request outlives the
 * page, so a sign-out can go on to the next one. It needs a secure context: browsers ignore the header over plain HTTP.
 */
export function clearBrowserCache(): void {
  void fetch('/session/cache', { method: 'DELETE', keepalive: true }).catch(() => undefined);
}
