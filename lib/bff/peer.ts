import type { Peer } from '@/lib/bff/send';

/** The reader's address, which the server in front has settled as the one forwarding header that may be believed. */
export const peerOf = (headers: Headers): Peer => ({ address: headers.get('x-forwarded-for') ?? '' });
