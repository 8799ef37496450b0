import 'server-only';
import type { ServerEnv } from '@/lib/env/server';
import { isCountry, lookUpCountry } from '@/lib/utils/country';

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

type Geo = Pick<ServerEnv, 'geo'>;

/**
 * Whether a visitor must be asked for consent: in one of the consent countries, or if the country is unknown.
 * The country comes from a trusted proxy or from the configured lookup service; the browser contacts neither.
 */
export async function isConsentRequired(headers: Headers, { geo }: Geo): Promise<boolean> {
  const address = headers.get('x-forwarded-for') ?? '';
  const country =
    headers.get('x-forwarded-country') ?? (geo.enabled ? await lookUpCountry(geo.url, address) : null);
  return country === null || !isCountry(country) || consentCountries.has(country);
}
