import ipaddr from 'ipaddr.js';

/** Returns whether an address is a trusted proxy, for the addresses and ranges of TRUSTED_PROXIES. */
export function createTrust(ranges: readonly string[]): (address: string) => boolean {
  const parsed = ranges.map((range) =>
    range.includes('/') ? ipaddr.parseCIDR(range) : singleAddress(ipaddr.process(range)),
  );
  return (address) => {
    const candidate = parseAddress(address);
    return candidate !== null && parsed.some(([base, bits]) => matches(candidate, base, bits));
  };
}

/**
 * The client address of a request. X-Forwarded-For is read from its end, where trusted proxies append, up to the first
 * address that is not one of them; the client can write anything before that.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = normalize(peer);
  const hops = (forwardedFor ?? '').split(',').reverse();
  for (const hop of hops) {
    if (!isTrusted(address)) return address;
    const next = parseAddress(hop.trim());
    if (next === null) return address;
    address = next.toString();
  }
  return address;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parseAddress(text: string): Address | null {
  // `process` converts an IPv4-mapped IPv6 address to IPv4.
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

function normalize(text: string): string {
  return parseAddress(text)?.toString() ?? '';
}

function singleAddress(address: Address): [Address, number] {
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function matches(address: Address, base: Address, bits: number): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}
