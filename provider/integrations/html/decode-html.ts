/** Only this much of the beginning is searched for a declaration, as the HTML standard says. */
const DECLARATION_BYTES = 1024;

/** Text of an HTML document: by byte order mark, Content-Type, its own declaration, else UTF-8 or windows-1252. */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const label =
    markedCharset(bytes) ?? charsetOf(contentType) ?? declaredCharset(bytes) ?? guessCharset(bytes);
  return new TextDecoder(label).decode(bytes);
}

function markedCharset(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return null;
}

function charsetOf(contentType: string): string | null {
  const parameter = contentType
    .split(';')
    .map((text) => text.trim().toLowerCase())
    .find((text) => text.startsWith('charset='));
  return knownCharset(parameter?.slice('charset='.length).replaceAll(/["']/g, ''));
}

function declaredCharset(bytes: Uint8Array): string | null {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  const label = knownCharset(/<meta\s[^>]{0,200}charset\s*=[\s"']*([\w:.-]{1,40})/i.exec(beginning)?.[1]);
  // A declaration that could be read byte by byte is not in UTF-16, whatever it says.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

function knownCharset(label: string | undefined): string | null {
  if (label === undefined || label === '') return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function guessCharset(bytes: Uint8Array): string {
  try {
    // As a stream: a document cut within its last character is still UTF-8.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
