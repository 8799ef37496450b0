/** Input for WebCrypto: bytes in unshared memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const digits = new Int8Array(128).fill(-1);
for (const [value, letter] of [...alphabet].entries()) digits[letter.charCodeAt(0)] = value;

/** Encodes bytes as base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const letters = Math.min(bytes.length - at, 3) + 1;
    for (let letter = 0; letter < letters; letter += 1)
      text += alphabet.charAt((group >> (18 - 6 * letter)) & 63);
  }
  return text;
}

/** Decodes base64url; null for anything that `toBase64url` does not write, so that the encoding is unique. */
export function fromBase64url(text: string): Bytes | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let buffer = 0;
  let at = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = digits[text.charCodeAt(index)] ?? -1;
    if (digit < 0) return null;
    buffer = ((buffer << 6) | digit) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = buffer >> bits;
  }
  return (buffer & ((1 << bits) - 1)) === 0 ? bytes : null;
}

/** Returns the 16 bytes of a uuid; null for anything else. */
export function uuidBytes(uuid: string): Bytes | null {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)) return null;
  const hex = uuid.replaceAll('-', '');
  return Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));
}

export function joinBytes(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
