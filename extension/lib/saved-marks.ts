import { urlKey } from '@/lib/domain/url-key';

/**
 * Returns the mark of an address: a salted hash of what identifies its page. Marks are compared on this device only, and
 * a copy of them does not tell which pages are saved without the salt.
 */
export async function markOf(url: string, salt: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${salt}\n${urlKey(url)}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
