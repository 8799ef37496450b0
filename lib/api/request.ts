import { readProblem } from '@/lib/api/problem';
import type { Input, Output } from '@/lib/contract';
import { routes, type OperationId } from '@/lib/contract/routes';

/** Path parameters, query and body of any call, without the types of the operation. */
export interface AnyInput {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

export interface BuiltRequest {
  readonly path: string;
  readonly init: RequestInit & { readonly headers?: Readonly<Record<string, string>> };
}

/** Builds the path under `/v1` and the request options for an operation and its input. */
export function buildRequest(id: OperationId, { params, query, body }: AnyInput): BuiltRequest {
  const { method, path } = routes[id];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathParameter(params, name)),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const address = search.size === 0 ? filled : `${filled}?${search}`;
  if (body === undefined) return { path: address, init: { method } };
  // A Blob sets its own content type.
  if (body instanceof Blob) return { path: address, init: { method, body } };
  return {
    path: address,
    init: { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
  };
}

function pathParameter(params: object | undefined, name: string): string {
  const value: unknown = (params as Record<string, unknown> | undefined)?.[name];
  if (typeof value !== 'string') throw new TypeError(`the path needs ${name}`);
  return value;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The caller handles 401 itself: no redirect to the sign-in page. */
  suppressLogout?: boolean;
  headers?: Readonly<Record<string, string>>;
  /** Whether the browser completes the request after the page is left; for bodies of a few kilobytes. */
  keepalive?: boolean;
}

/** Calls one operation of the contract. Throws ApiProblem for an error response, NetworkFailure without a response. */
export type CallFunction = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options?: CallOptions,
) => Promise<Output<Id>>;

/** Sends a built request: through the BFF in a browser, directly to the upstream on the server. */
export type Send = (path: string, init: RequestInit, options: CallOptions) => Promise<Response>;

/** Creates the typed client on top of a `Send` function. Operations that return bytes resolve to the Response. */
export function createCall(send: Send): CallFunction {
  return async (id, input, options = {}) => {
    const { path, init } = buildRequest(id, input);
    const response = await send(
      path,
      {
        ...init,
        headers: { ...init.headers, ...options.headers },
        ...(options.signal && { signal: options.signal }),
        ...(options.keepalive && { keepalive: true }),
      },
      options,
    );
    if (!response.ok) throw await readProblem(response);
    return (await readResult(response)) as Output<typeof id>;
  };
}

async function readResult(response: Response): Promise<unknown> {
  if (response.status === 204) return {};
  return response.headers.get('content-type')?.startsWith('application/json') === true
    ? response.json()
    : response;
}
