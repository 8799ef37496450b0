import type { Service } from '@/lib/bff/send';

/** A service at another origin. It learns the reader's address from the header in which it believes its proxies. */
export function createRemoteService(origin: string): Service {
  return {
    origin,
    fetch: (request, { address, browser }) => {
      if (address !== '') request.headers.set('x-forwarded-for', address);
      if (browser !== undefined) request.headers.set('browser-name', browser);
      // eslint-disable-next-line no-restricted-syntax -- the one origin that the operator configured in API_URL
      return fetch(request);
    },
  };
}
