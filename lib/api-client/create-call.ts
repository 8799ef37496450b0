import type { Input, OperationId, Output } from '@/lib/contract';
import { readProblem } from '@/lib/api-client/api-problem';
import { buildRequest } from '@/lib/api-client/build-request';

export interface CallOptions {
  signal?: AbortSignal;
  /** A refusal for want of a session is the caller's affair: nobody is sent to the sign-in page. */
  suppressLogout?: boolean;
}

/** One call of the contract. Throws ApiProblem for a refusal, NetworkFailure without an answer. */
export type CallFunction = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options?: CallOptions,
) => Promise<Output<Id>>;

/** Sends a built request: through the BFF in a browser, straight to the upstream on the server. */
export type Send = (path: string, init: RequestInit, options: CallOptions) => Promise<Response>;

/** Makes the typed client over a way of sending. Calls that answer bytes give the response itself. */
export function createCall(send: Send): CallFunction {
  return async (id, input, options = {}) => {
    const { path, init } = buildRequest(id, input);
    const response = await send(
      path,
      { ...init, ...(options.signal && { signal: options.signal }) },
      options,
    );
    if (!response.ok) throw await readProblem(response);
    return (await readAnswer(response)) as Output<typeof id>;
  };
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return {};
  return response.headers.get('content-type')?.startsWith('application/json') === true
    ? response.json()
    : response;
}
