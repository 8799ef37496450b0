/** Calls `announce` the first time that the browser has no network, now or later. Returns a function to stop. */
export function watchOffline(announce: () => void): () => void {
  if (!navigator.onLine) {
    announce();
    return () => undefined;
  }
  window.addEventListener('offline', announce, { once: true });
  return () => window.removeEventListener('offline', announce);
}
