import { routes, type OperationId } from '@/lib/contract/routes';

/** Path parameters, query and body of any call, once its types have done their work. */
export interface AnyInput {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

export interface BuiltRequest {
  readonly path: string;
  readonly init: RequestInit;
}

/** Turns an operation and its input into a path of `/v1` and what goes with it. */
export function buildRequest(id: OperationId, { params, query, body }: AnyInput): BuiltRequest {
  const { method, path } = routes[id];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(params, name)));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const address = search.size === 0 ? filled : `${filled}?${search}`;
  if (body === undefined) return { path: address, init: { method } };
  // Bytes say themselves what they are.
  if (body instanceof Blob) return { path: address, init: { method, body } };
  return {
    path: address,
    init: { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
  };
}

function valueOf(params: object | undefined, name: string): string {
  const value: unknown = (params as Record<string, unknown> | undefined)?.[name];
  if (typeof value !== 'string') throw new TypeError(`the path needs ${name}`);
  return value;
}
