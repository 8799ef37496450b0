import ipaddr from 'ipaddr.js';

/** Tells whether an address belongs to a proxy of ours. Built once from TRUSTED_PROXIES. */
export function trustIn(ranges: readonly string[]): (address: string) => boolean {
  const parsed = ranges.map((range) =>
    range.includes('/') ? ipaddr.parseCIDR(range) : singleAddress(ipaddr.process(range)),
  );
  return (address) => {
    const candidate = parseAddress(address);
    return candidate !== null && parsed.some(([base, bits]) => matches(candidate, base, bits));
  };
}

/**
 * The address a request comes from. X-Forwarded-For is read from its end, where our own proxies append, and only as
 * far as those proxies reach; everything before that is the client's invention.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let address = normal(peer);
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
  // `process` turns an IPv4 address mapped into IPv6 back into what it is.
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

function normal(text: string): string {
  return parseAddress(text)?.toString() ?? '';
}

function singleAddress(address: Address): [Address, number] {
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function matches(address: Address, base: Address, bits: number): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}
