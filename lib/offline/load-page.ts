/** A page that takes longer is looked after. */
export const timeoutMs = 5_000;

/**
 * The page that a navigation asks for. Rejects when the network fails, and also when it hangs: the page is late, and the
 * server does not answer a small request either. A server that is only slow is waited for.
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
