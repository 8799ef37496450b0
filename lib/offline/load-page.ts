/** After this time, the reachability of the server is checked. */
export const timeoutMs = 5_000;

/**
 * Loads the page of a navigation. Rejects when the network fails or stalls, i.e. when the page is late and the server
 * does not respond to a small request either. Waits for a server that is merely slow.
 */
export function loadPage(
  load: () => Promise<Response>,
  isServerReachable: () => Promise<boolean>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      void isServerReachable().then((isReachable) => isReachable || reject(new Error('the network hangs')));
    }, timeoutMs);
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
