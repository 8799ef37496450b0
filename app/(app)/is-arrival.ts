import 'server-only';
import { headers } from 'next/headers';

/**
 * Whether the request is a full page load rather than a navigation inside the application. Only a full load
 * includes data: afterwards the browser has its own cache, which is closer than any server.
 */
export async function isArrival(): Promise<boolean> {
  return (await headers()).get('sec-fetch-dest') !== 'empty';
}
