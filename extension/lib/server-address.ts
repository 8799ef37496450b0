import { readUrl } from '@/lib/domain/live-url';

const loopbackHosts = new Set(['localhost', '127.0.0.1']);

/**
 * Returns the origin of an address that the user typed, with or without a scheme and a path. Plain http is only accepted
 * for the own computer: anyone on the network could read the token.
 */
export function readAddress(text: string): { readonly origin: string } | 'invalid_address' | 'insecure' {
  const typed = text.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  const url = readUrl(hasScheme ? typed : `${isLoopback(hostOf(typed)) ? 'http' : 'https'}://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === '' || url.username !== '') {
    return 'invalid_address';
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'insecure';
  return { origin: url.origin };
}

const hostOf = (text: string): string => readUrl(`http://${text}`)?.hostname ?? '';
const isLoopback = (hostname: string): boolean => loopbackHosts.has(hostname);

/** Returns the pattern of the host permission for a server. Firefox does not accept ports in patterns. */
export function hostPattern(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

/** Returns the pattern of all pages of a server: with its port, except for Firefox. */
export const sitePattern = (origin: string): string =>
  import.meta.env.FIREFOX ? hostPattern(origin) : `${origin}/*`;
