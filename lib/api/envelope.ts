import { NetworkFailure, readProblem } from '@/lib/api/problem';

/**
 * Sends a Sentry envelope through the same-origin tunnel.
 * @throws NetworkFailure, ApiProblem
 */
export async function sendEnvelope(envelope: Blob): Promise<void> {
  const response = await fetch('/monitoring', { method: 'POST', body: envelope }).catch((error: unknown) => {
    throw new NetworkFailure(error);
  });
  if (!response.ok) throw await readProblem(response);
}
