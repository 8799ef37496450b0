import ipaddr from 'ipaddr.js';

/** A network that is limited as one, and how many times the limit of a single client it gets. */
export interface Network {
  readonly key: string;
  readonly factor: number;
}

// Clients without a known address share one counter, which therefore takes more.
const unknownFactor = 10;
// A provider gives a site anything from a /64 to a /48.
const siteFactor = 8;

/**
 * The network that a client is counted by: an IPv4 address, or the /64 of an IPv6 address, whose lower half a client
 * chooses freely. Empty when the address is unknown.
 */
export const networkOf = (address: string): string => networksOf(address)[0]?.key ?? '';

/** All networks of an address that are limited, the smallest first. */
export function networksOf(address: string): readonly Network[] {
  if (!ipaddr.isValid(address)) return [{ key: address, factor: address === '' ? unknownFactor : 1 }];
  // An IPv4-mapped address is one of IPv4.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return [{ key: parsed.toString(), factor: 1 }];
  return [
    { key: prefix(parsed.toString(), 64), factor: 1 },
    { key: prefix(parsed.toString(), 48), factor: siteFactor },
  ];
}

const prefix = (address: string, bits: number): string =>
  `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString()}/${bits}`;
