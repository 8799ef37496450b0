import { isWeb, readUrl } from '@/lib/domain/live-url';
import { displayHost } from '@/lib/domain/url';

const encoder = new TextEncoder();
// Reused buffer that is large enough for most texts.
const shared = new Uint8Array(6 * 1024);

function encode(text: string): Uint8Array {
  if (text.length * 3 > shared.length) return encoder.encode(text);
  return shared.subarray(0, encoder.encodeInto(text, shared).written);
}

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
const byteHex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const byteAt = (value: number, shift: number): string => byteHex[(value >>> shift) & 255] ?? '';
const hex = (value: number): string =>
  byteAt(value, 24) + byteAt(value, 16) + byteAt(value, 8) + byteAt(value, 0);

const c1 = 0x239b961b;
const c2 = 0xab0e9789;
const c3 = 0x38b34ae5;
const c4 = 0xa1e38b93;

/**
 * Returns the MurmurHash3 (x86, 128 bits, seed 0) of the text's UTF-8 bytes, as 32 hexadecimal digits. Pure and
 * synchronous, identical in browsers and on servers; it identifies texts but is not cryptographic.
 */
export function hash128(text: string): string {
  const bytes = encode(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tailStart = bytes.length & ~15;
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  for (let at = 0; at < tailStart; at += 16) {
    h1 ^= mix(view.getUint32(at, true), c1, 15, c2);
    h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
    h2 ^= mix(view.getUint32(at + 4, true), c2, 16, c3);
    h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
    h3 ^= mix(view.getUint32(at + 8, true), c3, 17, c4);
    h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
    h4 ^= mix(view.getUint32(at + 12, true), c4, 18, c1);
    h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
  }
  const word = (index: number): number => tailWord(bytes, tailStart + index * 4);
  h4 ^= mix(word(3), c4, 18, c1);
  h3 ^= mix(word(2), c3, 17, c4);
  h2 ^= mix(word(1), c2, 16, c3);
  h1 ^= mix(word(0), c1, 15, c2);
  return finish(h1 ^ bytes.length, h2 ^ bytes.length, h3 ^ bytes.length, h4 ^ bytes.length);
}

const mix = (word: number, first: number, by: number, second: number): number =>
  Math.imul(rotate(Math.imul(word, first), by), second);

/** Returns up to four bytes as a little-endian word; missing bytes are zero, which `mix` keeps at zero. */
function tailWord(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

function finish(h1: number, h2: number, h3: number, h4: number): string {
  const mixed = (h1 + h2 + h3 + h4) | 0;
  const first = avalanche(mixed);
  const second = avalanche(h2 + mixed);
  const third = avalanche(h3 + mixed);
  const fourth = avalanche(h4 + mixed);
  const sum = (first + second + third + fourth) | 0;
  return hex(sum) + hex(second + sum) + hex(third + sum) + hex(fourth + sum);
}

function avalanche(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Parameters that identify the source of a visit, not the page: these names, and all with these beginnings. */
const trackers = namesIn(`
  fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ysclid twclid ttclid igshid igsh li_fat_id mc_cid mc_eid mkt_tok
  oly_anon_id oly_enc_id vero_id _hsenc _hsmi hsctatracking __hssc __hstc __hsfp _openstat wickedid rb_clickid s_cid _ga
  _gl srsltid epik ml_subscriber ml_subscriber_hash guccounter guce_referrer at_medium at_campaign wt_mc xtor spm`);
const trackerBeginnings = ['utm_', 'mtm_', 'pk_', 'matomo_', 'piwik_'];

/** Parameters that identify the source of a visit on one site and its subdomains, and a page elsewhere. */
const trackersOfSites: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    'youtube.com': 'si feature ab_channel',
    'youtu.be': 'si feature',
    'spotify.com': 'si',
    'reddit.com': 'share_id rdt',
    'x.com': 's t',
    'twitter.com': 's t',
    'tiktok.com': `
      _r _t _d is_from_webapp is_copy_url sender_device sender_web_id web_id u_code tt_from preview_pb share_app_id
      share_link_id share_item_id share_author_id share_iid social_share_type social_sharing sec_user_id ugbiz_name
      checksum timestamp user_id embed_source refer referer_url referer_video_id`,
    'linkedin.com': 'trk trkinfo trackingid refid lipi lici rcm originalsubdomain',
    'facebook.com': 'mibextid rdid',
  }).map(([site, names]) => [site, namesIn(names)]),
);

/** Returns a test for the names of a URL's parameters that do not identify the page. */
function trackerTest({ hostname }: URL): (name: string) => boolean {
  const labels = hostname.split('.');
  const ofSite = trackersOfSites.get(labels.slice(-2).join('.'));
  return (name) =>
    trackers.has(name) ||
    ofSite?.has(name) === true ||
    trackerBeginnings.some((beginning) => name.startsWith(beginning));
}

/**
 * Returns the comparison key of a URL, equal for two bookmarks of the same page: without scheme, `www.`, a trailing
 * slash, the default port, tracking parameters and the passage that a link highlights, with sorted parameters. The
 * fragment is included, since single-page sites store the page there. A non-web link has its own key.
 */
export function urlKey(url: string): string {
  const parsed = readUrl(url);
  if (parsed === null || !isWeb(parsed)) return `:${url.trim()}`;
  const login = parsed.username || parsed.password ? `${parsed.username}:${parsed.password}@` : '';
  const path = normalizeEscapes(parsed.pathname).replace(/\/+$/, '');
  return `//${login}${displayHost(parsed)}${path}${queryKey(parsed)}${withoutDirective(parsed.hash)}`;
}

/** Whether the first of two URLs of the same page is preferable: https, and nothing that the key leaves out. */
export function isBetterUrl(url: string, other: string): boolean {
  if (url === other) return false;
  const [one, two] = [readUrl(url), readUrl(other)];
  return one !== null && two !== null && isWeb(one) && isWeb(two) && qualityOf(one) > qualityOf(two);
}

function qualityOf(url: URL): number {
  const isTracker = trackerTest(url);
  const isTracked = url.search
    .slice(1)
    .split('&')
    .some((pair) => isTracker(nameOf(pair)));
  const isPlain = !isTracked && withoutDirective(url.hash) === url.hash;
  return (url.protocol === 'https:' ? 2 : 0) + (isPlain ? 1 : 0);
}

/** Returns the key as stored in the database: 128 bits as a uuid, so that URLs of any length can be indexed. */
export function urlKeyHash(url: string): string {
  const hex = hash128(urlKey(url));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function queryKey(url: URL): string {
  if (url.search === '') return '';
  const isTracker = trackerTest(url);
  const parameters: { pair: string; name: string }[] = [];
  for (const pair of url.search.slice(1).split('&')) {
    const name = nameOf(pair);
    if (pair !== '' && !isTracker(name)) parameters.push({ pair: normalizeEscapes(pair), name });
  }
  if (parameters.length === 0) return '';
  // Sorted by name only: the order of equal names can be significant (`?sort=a&sort=b`).
  parameters.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return `?${parameters.map(({ pair }) => pair).join('&')}`;
}

/** Returns a fragment without its directive, such as the passage in `#:~:text=passage`. */
function withoutDirective(hash: string): string {
  const at = hash.indexOf(':~:');
  return at < 0 ? hash : at === 1 ? '' : hash.slice(0, at);
}

function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  return (end < 0 ? pair : pair.slice(0, end)).toLowerCase();
}

const escaped = /%[0-9a-f]{2}/gi;
const unreserved = /[\w.~-]/;

/** Unescapes unreserved characters, such as `%7e`; escapes of reserved characters are significant. */
function normalizeEscapes(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(escaped, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return unreserved.test(character) ? character : code.toUpperCase();
  });
}
