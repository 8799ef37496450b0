import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a host name; rejects or answers none when there are none. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks the name servers directly. `getaddrinfo` would hold one of the few threads that also hash passwords, and
 * a hostile name server can make each such call last for many seconds.
 */
export const resolveByDns: Resolve = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: 1000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** The machine's own way, hosts file included: for hosts that the operator named in the allow list. */
export const resolveBySystem: Resolve = async (hostname) => {
  const answers = await lookup(hostname, { all: true, order: 'verbatim' });
  return answers.map(({ address }) => address);
};
