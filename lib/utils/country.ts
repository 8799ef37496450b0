import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

const lookupMs = 2_000;
const cachedMs = 86_400_000;
const cachedMax = 1_000;

/** Cached countries by network, so that repeated visits need only one lookup. */
const cache = new LRUCache<string, string>({ max: cachedMax, ttl: cachedMs, perf: Date });

/** Whether a text is a country code (ISO 3166-1). Some services and proxies send XX or T1 for an unknown country. */
export const isCountry = (code: string): boolean => /^(?!XX)[A-Z]{2}$/.test(code);

/**
 * Asks the configured service for the country of an address. Null for a local address, for a network that the service
 * does not know, and if it fails or takes more than two seconds.
 * @param url of the service, with `{ip}` in place of the address; it returns JSON with `country_code`
 */
export async function lookUpCountry(url: string, address: string): Promise<string | null> {
  const network = networkOf(address);
  if (network === null) return null;
  const cached = cache.get(network);
  if (cached !== undefined) return cached;
  const country = await requestCountry(url, address).catch(() => null);
  if (country !== null) cache.set(network, country);
  return country;
}

async function requestCountry(url: string, address: string): Promise<string | null> {
  const response = await fetch(url.replace('{ip}', encodeURIComponent(address)), {
    signal: AbortSignal.timeout(lookupMs),
    headers: { accept: 'application/json' },
    redirect: 'error',
  });
  if (!response.ok) return null;
  const { country_code: code } = (await response.json()) as { country_code?: unknown };
  return typeof code === 'string' ? code.toUpperCase() : null;
}

/** Returns the /24 or /48 network of a public address; null for addresses that have no country. */
function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return null;
  const bytes = parsed.toByteArray();
  return bytes.slice(0, bytes.length === 4 ? 3 : 6).join('.');
}
