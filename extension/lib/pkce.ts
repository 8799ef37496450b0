const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Returns 256 random bits as base64url. */
export const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns the S256 challenge of a verifier (RFC 7636). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return toBase64Url(new Uint8Array(digest));
}
