const escape = /%[\da-f]{2}/gi;

/** One percent-encoded character: the forms of UTF-8 by the number of their bytes. */
const escapedCharacter =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-4](?:%[89ab][\da-f]){3}/gi;

/**
 * Characters that stay encoded: separators of a URL, whose escape is another address; spaces, which end it; controls,
 * which include the marks of text direction; and everything invisible or unassigned.
 */
const keptEncoded = /[%/\\?#&=+;"<>`\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns the path, query and fragment of a URL as text that can be read: percent-encoded UTF-8 is decoded, as in the
 * address bars of browsers. Escapes that are not valid UTF-8 stay. The result is for display, never an address.
 */
export const readablePath = (path: string): string =>
  path.includes('%') ? path.replace(escapedCharacter, decodeCharacter) : path;

function decodeCharacter(escaped: string): string {
  try {
    const character = decodeURIComponent(escaped);
    return keptEncoded.test(character) ? escaped : character;
  } catch {
    // An overlong form, or half of a surrogate pair.
    return escaped;
  }
}

/** Returns a readable path for indexing: escapes that are still in it separate words, as `%20` does. */
export const searchablePath = (path: string): string =>
  path.includes('%') ? path.replace(escape, ' ') : path;

const origin = /^https?:\/\/[^/?#]*/i;

/** Returns a web URL with a readable path, for display; other text stays unchanged. */
export function readableUrl(url: string): string {
  const [start] = origin.exec(url) ?? [url];
  return start + readablePath(url.slice(start.length));
}
