import 'server-only';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { ServerEnv } from '@/lib/env/server';

/** The European Union, the United Kingdom, Norway, Iceland and Liechtenstein (ISO 3166-1). */
export const consentCountries: ReadonlySet<string> = new Set([
  ...[
    'AT',
    'BE',
    'BG',
    'HR',
    'CY',
    'CZ',
    'DK',
    'EE',
    'FI',
    'FR',
    'DE',
    'GR',
    'HU',
    'IE',
    'IT',
    'LV',
    'LT',
    'LU',
  ],
  ...['MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE', 'GB', 'NO', 'IS', 'LI'],
]);

const lookupMs = 2_000;
const cachedMs = 86_400_000;
const cachedMax = 1_000;

/** Cached countries by network, so that repeated visits need only one lookup. */
const cache = new LRUCache<string, string>({ max: cachedMax, ttl: cachedMs, perf: Date });

type Geo = Pick<ServerEnv, 'geo'>;

/**
 * Whether a visitor must be asked for consent: in one of the consent countries, or if the country is unknown.
 * The country comes from a trusted proxy or from the configured lookup service; the browser contacts neither.
 */
export async function isConsentRequired(headers: Headers, { geo }: Geo): Promise<boolean> {
  const address = headers.get('x-forwarded-for') ?? '';
  const country =
    headers.get('x-forwarded-country') ??
    (geo.enabled ? await lookUp(geo.url, address).catch(() => null) : null);
  // Some services return XX or T1 for an unknown country.
  return country === null || !/^(?!XX)[A-Z]{2}$/.test(country) || consentCountries.has(country);
}

async function lookUp(url: string, address: string): Promise<string | null> {
  const network = networkOf(address);
  if (network === null) return null;
  const cached = cache.get(network);
  if (cached !== undefined) return cached;
  const response = await fetch(url.replace('{ip}', encodeURIComponent(address)), {
    signal: AbortSignal.timeout(lookupMs),
    headers: { accept: 'application/json' },
    redirect: 'error',
  });
  if (!response.ok) return null;
  const { country_code: code } = (await response.json()) as { country_code?: unknown };
  if (typeof code !== 'string') return null;
  const country = code.toUpperCase();
  cache.set(network, country);
  return country;
}

/** Returns the /24 or /48 network of a public address; null for addresses that have no country. */
function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return null;
  const bytes = parsed.toByteArray();
  return bytes.slice(0, bytes.length === 4 ? 3 : 6).join('.');
}
