import ipaddr from 'ipaddr.js';

/** Azure's WireServer: a public address by every registry, and the host's metadata service in practice. */
const AZURE_WIRE_SERVER = '168.63.129.16';

/** All that is routed on the public IPv6 internet. Outside it lie old forms such as `::127.0.0.1`. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address (no brackets) may be connected to: public unicast only. Mapped and translated forms of
 * IPv4 are refused as a whole, since a resolver has no reason to answer them.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST_V6);
  return address.toString() !== AZURE_WIRE_SERVER;
}
