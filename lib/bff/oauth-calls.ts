import type { OperationId } from '@/lib/contract/routes';
import type { Parts } from '@/lib/bff/parts';
import { ServiceFailure, type Call } from '@/lib/bff/send';

/** Calls whose answer begins a flow with an issuer. */
const STARTS: readonly (OperationId | null)[] = ['auth.startGoogle', 'account.linkGoogle'];

export const startsFlow = (operation: OperationId | null): boolean => STARTS.includes(operation);

/** Moves a flow that has begun into its cookie, as tokens are: the page gets the address alone. */
export async function keepFlow({ flows, clock }: Parts, response: Response): Promise<Response> {
  if (!response.ok) return response;
  const { url, flow } = (await response.json().catch(() => ({}))) as { url?: unknown; flow?: unknown };
  if (typeof url !== 'string' || typeof flow !== 'string') throw new ServiceFailure('UPSTREAM_UNAVAILABLE');
  const headers = new Headers(response.headers);
  headers.append('set-cookie', flows.write(flow, clock()));
  return new Response(JSON.stringify({ url }), { status: response.status, headers });
}

/** The call with the flow of this browser in its body; a flow that a page names is not taken. */
export function withFlow({ flows }: Parts, call: Call): Call {
  const { body, request } = call;
  if (!(body instanceof Uint8Array)) return call;
  try {
    const { flow: _, ...said } = JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>;
    const flow = flows.read(request.headers.get('cookie'));
    return {
      ...call,
      body: new TextEncoder().encode(JSON.stringify(flow === null ? said : { ...said, flow })),
    };
  } catch {
    // What is no object the provider refuses in its own words.
    return call;
  }
}
