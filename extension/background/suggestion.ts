/** Returns the description of a suggestion in the address bar, from a text and an address. */
export type Describe = (text: string, url?: string) => string;

const lengthMax = 200;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

// XML allows no other control characters, and no noncharacters; Chrome rejects the whole list if it finds one.
const notXml = /[\u0000-\u0008\v\f\u000E-\u001F\uFFFE\uFFFF]/g;

const shorten = (text: string): string => Array.from(text).slice(0, lengthMax).join('').toWellFormed();

const escapeXml = (text: string): string =>
  shorten(text)
    .replace(notXml, ' ')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** In the XML format of Chrome, which shows the address in another color. */
export const describe: Describe = (text, url) =>
  url === undefined ? escapeXml(text) : `${escapeXml(text)} <url>${escapeXml(url)}</url>`.trim();

export const plainText: Describe = (text, url) =>
  url === undefined ? shorten(text) : `${shorten(text)} – ${shorten(url)}`;
