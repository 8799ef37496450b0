/** Suffixes of names that no public DNS zone contains. */
const privateSuffix = /\.(?:internal|local|localhost|home\.arpa)$/;
const ipLiteral = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/;

/** Whether a host name can be in a DNS zone of strangers, who let it point to this server (DNS rebinding). */
const isPublicName = (hostname: string): boolean =>
  hostname.includes('.') && !ipLiteral.test(hostname) && !privateSuffix.test(hostname);

const parse = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/**
 * Whether a request was made by a page of another site, or by any page through a host name that is not ours. Programs
 * send no `Origin`. `host` is the Host header; `appUrl` the configured URL.
 */
export function isForeignRequest(origin: string | null, host: string, appUrl: string): boolean {
  const target = parse(`http://${host}`);
  if (target === null) return true;
  const own = new URL(appUrl);
  if (target.hostname !== own.hostname && isPublicName(target.hostname)) return true;
  if (origin === null || origin === own.origin) return false;
  return parse(origin)?.host !== host.toLowerCase();
}
