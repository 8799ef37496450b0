import type { QueryClient } from '@tanstack/react-query';
import type { Input, OperationId, Output } from '@/lib/contract';

/** Makes one call of the contract: through the BFF in a browser, straight to the upstream on the server. */
export type Transport = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options?: { signal?: AbortSignal },
) => Promise<Output<Id>>;

const transports = new WeakMap<QueryClient, Transport>();

/** From here on, the queries and mutations of `client` call through `transport`. */
export const bindTransport = (client: QueryClient, transport: Transport): void => {
  transports.set(client, transport);
};

/** The transport of a client; throws for a client that `makeQueryClient` did not make. */
export function transportOf(client: QueryClient): Transport {
  const transport = transports.get(client);
  if (transport === undefined) throw new Error('This QueryClient has no transport: use makeQueryClient.');
  return transport;
}
