import 'server-only';
import { headers } from 'next/headers';
import { peerOf } from '@/lib/bff/peer';
import { upstream } from '@/lib/bff/upstream';

/** The OpenAPI document as the service publishes it; null where it cannot be had. */
export async function readApiDocument(): Promise<unknown> {
  const service = upstream();
  const request = new Request(`${service.origin}/v1/openapi.json`);
  const response = await service.fetch(request, peerOf(await headers())).catch(() => null);
  return response?.ok === true ? response.json() : null;
}
