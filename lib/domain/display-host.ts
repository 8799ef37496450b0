import punycode from 'punycode.js';
import { readUrl } from '@/lib/domain/live-url';

/**
 * Scripts that may be used alone in a label, from the recommended scripts of Unicode (UAX 31). `Script_Extensions`
 * counts a letter for every script that uses it.
 */
const scripts = (
  'Arabic Armenian Bengali Bopomofo Devanagari Ethiopic Georgian Gujarati Gurmukhi Han Hangul Hebrew Kannada Khmer ' +
  'Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
).split(' ');

/** Letters that European languages write with; the rest of Latin, and the dotless i, look like others. */
const latin = String.raw`a-zß-öø-įĳ-ķĺ-žơưș-ț\u0259ạ-ỹ`;

/** One of these has to fit a whole label: the "highly restrictive" level of Unicode (UTS 39), as browsers apply it. */
const acceptable = [
  `[${latin}]`,
  '[а-яёђ-џґ]',
  '[ά-ώΐ]',
  String.raw`[a-z\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]`,
  String.raw`[a-z\p{scx=Han}\p{scx=Bopomofo}]`,
  String.raw`[a-z\p{scx=Han}\p{scx=Hangul}]`,
  ...scripts.map((script) => String.raw`(?!\p{Nd})\p{scx=${script}}`),
].map((letter) => new RegExp(String.raw`^(?:${letter}|[\d-])+$`, 'u'));

/** Cyrillic and Greek letters that look like Latin ones: a label of nothing else passes for another one. */
const lookalikes = /^[асԁеһіјӏорԛѕԝхуьпгѵвктмнздα\u03b9κνορτυωηγχ\d-]+$/u;

const isAcceptable = (label: string): boolean =>
  acceptable.some((pattern) => pattern.test(label)) && !lookalikes.test(label);

/**
 * A host as browsers show it: internationalized labels in their own letters, unless one mixes scripts or could pass for
 * another name. Then all of it stays in ASCII.
 */
export function displayHost(host: string): string {
  if (!host.includes('xn--')) return host;
  const labels = host.split('.').map((label) => (label.startsWith('xn--') ? decoded(label) : label));
  if (labels.includes(null)) return host;
  const shown = labels.join('.');
  // What the parser of addresses would not turn back into the same host is not shown in its place.
  return readUrl(`http://${shown}`)?.host === host ? shown : host;
}

function decoded(label: string): string | null {
  const [name = '', port] = label.split(':');
  const text = decodeLabel(name);
  if (text === null || !isAcceptable(text)) return null;
  return port === undefined ? text : `${text}:${port}`;
}

/** A label with its `xn--` in Unicode, or null where it is no valid punycode. */
export function decodeLabel(label: string): string | null {
  try {
    return punycode.decode(label.slice('xn--'.length));
  } catch {
    return null;
  }
}
