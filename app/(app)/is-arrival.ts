import 'server-only';
import { headers } from 'next/headers';

/**
 * Whether the reader arrives, rather than going from one screen to another inside the application. Only an arrival
 * brings data: afterwards the browser has a cache of its own, which is nearer than any server.
 */
export async function isArrival(): Promise<boolean> {
  return (await headers()).get('sec-fetch-dest') !== 'empty';
}
