import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProductServer {
  readonly origin: string;
  /** `host:port`, as the guard allows it. */
  readonly host: string;
  /** Paths of the requests so far. */
  readonly paths: string[];
  /** Status of the next responses, each used once, before those of the protocol. */
  readonly refusals: { status: number; retryAfter?: string; location?: string }[];
  close(): Promise<void>;
}

export const productToken = 'reader:0123456789ABCDEF';

interface Library {
  readonly collections: readonly object[];
  readonly children: readonly object[];
  readonly items: readonly object[];
  readonly posts: readonly object[];
}

/** Starts a server on loopback that speaks as much of the APIs of Raindrop.io and Pinboard as an import reads. */
export async function startProductServer(library: Library): Promise<ProductServer> {
  const paths: string[] = [];
  const refusals: ProductServer['refusals'] = [];
  const answerTo = (url: URL): unknown => {
    const page = Number(url.searchParams.get('page'));
    switch (url.pathname) {
      case '/rest/v1/collections':
        return { result: true, items: library.collections };
      case '/rest/v1/collections/childrens':
        return { result: true, items: library.children };
      case '/rest/v1/raindrops/0':
        return { result: true, items: library.items.slice(page * 50, (page + 1) * 50) };
      default:
        return library.posts;
    }
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://product.test');
    paths.push(url.pathname + (url.searchParams.get('page') ?? ''));
    const refusal = refusals.shift();
    const given = url.searchParams.get('auth_token') ?? request.headers.authorization?.replace('Bearer ', '');
    const status = refusal?.status ?? (given === productToken ? 200 : 401);
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(refusal?.retryAfter !== undefined && { 'retry-after': refusal.retryAfter }),
      ...(refusal?.location !== undefined && { location: refusal.location }),
    });
    response.end(JSON.stringify(status === 200 ? answerTo(url) : { error: 'refused' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ origin: `http://${host}`, host, paths, refusals },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
