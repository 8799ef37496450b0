import { isWeb, readUrl } from '@/lib/domain/live-url';
import { displayHost } from '@/lib/domain/url';
import { hash128 } from '@/lib/domain/hash128';

// Parameters that say where a visitor came from, not what the page shows.
const trackers = new Set([
  ...[
    'fbclid',
    'gclid',
    'gclsrc',
    'dclid',
    'gbraid',
    'wbraid',
    'msclkid',
    'yclid',
    'ysclid',
    'twclid',
    'ttclid',
  ],
  ...[
    'igshid',
    'igsh',
    'li_fat_id',
    'mc_cid',
    'mc_eid',
    'mkt_tok',
    'oly_anon_id',
    'oly_enc_id',
    'vero_id',
    '_hsenc',
  ],
  ...[
    '_hsmi',
    'hsctatracking',
    '__hssc',
    '__hstc',
    '__hsfp',
    '_openstat',
    'wickedid',
    'rb_clickid',
    's_cid',
    '_ga',
  ],
  ...['_gl', 'srsltid', 'epik', 'ml_subscriber', 'ml_subscriber_hash', 'guccounter', 'guce_referrer'],
]);

const isTracker = (name: string): boolean => name.startsWith('utm_') || trackers.has(name);

/**
 * The form of a url in which two bookmarks of the same page are equal: without scheme, `www.`, a trailing slash, the
 * default port and tracking parameters, with the parameters in one order. The fragment counts, since single-page
 * sites keep the page there. A link that is not of the web is its own key.
 */
export function urlKey(url: string): string {
  const parsed = readUrl(url);
  if (parsed === null || !isWeb(parsed)) return `:${url.trim()}`;
  const login = parsed.username || parsed.password ? `${parsed.username}:${parsed.password}@` : '';
  const path = tidyEscapes(parsed.pathname).replace(/\/+$/, '');
  return `//${login}${displayHost(parsed)}${path}${queryKey(parsed.search)}${parsed.hash}`;
}

/** Whether one of two urls of the same page is better to keep: by https, and without tracking parameters. */
export function isBetterUrl(url: string, other: string): boolean {
  if (url === other) return false;
  const [one, two] = [readUrl(url), readUrl(other)];
  return one !== null && two !== null && isWeb(one) && isWeb(two) && worthOf(one) > worthOf(two);
}

const worthOf = ({ protocol, search }: URL): number =>
  (protocol === 'https:' ? 2 : 0) +
  (search
    .slice(1)
    .split('&')
    .some((pair) => isTracker(nameOf(pair)))
    ? 0
    : 1);

/** The key as the database keeps it: 128 bits, written as a uuid, so that a url of any length fits an index. */
export function urlKeyHash(url: string): string {
  const hex = hash128(urlKey(url));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function queryKey(search: string): string {
  if (search === '') return '';
  const kept: { pair: string; name: string }[] = [];
  for (const pair of search.slice(1).split('&')) {
    const name = nameOf(pair);
    if (pair !== '' && !isTracker(name)) kept.push({ pair: tidyEscapes(pair), name });
  }
  if (kept.length === 0) return '';
  // Sorted by name only: the order of equal names can carry meaning (`?sort=a&sort=b`).
  kept.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return `?${kept.map(({ pair }) => pair).join('&')}`;
}

function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  return (end < 0 ? pair : pair.slice(0, end)).toLowerCase();
}

const escaped = /%[0-9a-f]{2}/gi;
const unreserved = /[\w.~-]/;

/** `%7e` and `~` name the same thing; reserved characters stay escaped, since there the escape carries meaning. */
function tidyEscapes(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(escaped, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return unreserved.test(character) ? character : code.toUpperCase();
  });
}
