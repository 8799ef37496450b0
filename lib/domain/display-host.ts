import punycode from 'punycode.js';
import { readUrl } from '@/lib/domain/live-url';

/**
 * Scripts that may be used alone in a label, from the recommended scripts of Unicode (UAX 31). `Script_Extensions`
 * assigns a letter to every script that uses it.
 */
const scripts = (
  'Arabic Armenian Bengali Bopomofo Devanagari Ethiopic Georgian Gujarati Gurmukhi Han Hangul Hebrew Kannada Khmer ' +
  'Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
).split(' ');

/** Letters of European languages; other Latin letters and the dotless i resemble these. */
const latin = String.raw`a-zß-öø-įĳ-ķĺ-žơưș-ț\u0259ạ-ỹ`;

/** A label must match one of these: the "highly restrictive" level of Unicode (UTS 39), as used by browsers. */
const acceptable = [
  `[${latin}]`,
  '[а-яёђ-џґ]',
  '[ά-ώΐ]',
  String.raw`[a-z\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]`,
  String.raw`[a-z\p{scx=Han}\p{scx=Bopomofo}]`,
  String.raw`[a-z\p{scx=Han}\p{scx=Hangul}]`,
  ...scripts.map((script) => String.raw`(?!\p{Nd})\p{scx=${script}}`),
].map((letter) => new RegExp(String.raw`^(?:${letter}|[\d-])+$`, 'u'));

/** Cyrillic and Greek letters that resemble Latin ones: a label of only these can imitate another name. */
const lookalikes = /^[асԁеһіјӏорԛѕԝхуьпгѵвктмнздα\u03b9κνορτυωηγχ\d-]+$/u;

const isAcceptable = (label: string): boolean =>
  acceptable.some((pattern) => pattern.test(label)) && !lookalikes.test(label);

/**
 * Returns a host as displayed by browsers: internationalized labels in Unicode, unless a label mixes scripts or can
 * imitate another name. In that case, the whole host stays in ASCII.
 */
export function displayHost(host: string): string {
  if (!host.includes('xn--')) return host;
  const labels = host.split('.').map((label) => (label.startsWith('xn--') ? decoded(label) : label));
  if (labels.includes(null)) return host;
  const shown = labels.join('.');
  // Only displayed in Unicode if the URL parser converts it back to the same host.
  return readUrl(`http://${shown}`)?.host === host ? shown : host;
}

function decoded(label: string): string | null {
  const [name = '', port] = label.split(':');
  const text = decodeLabel(name);
  if (text === null || !isAcceptable(text)) return null;
  return port === undefined ? text : `${text}:${port}`;
}

/** Decodes an `xn--` label to Unicode; null if it is not valid punycode. */
export function decodeLabel(label: string): string | null {
  try {
    return punycode.decode(label.slice('xn--'.length));
  } catch {
    return null;
  }
}
