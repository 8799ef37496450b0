import { expect, test } from 'vitest';
import { clientAddress, trustIn } from './client-address';

const nobody = trustIn([]);
const proxies = trustIn(['10.0.0.0/8', '::1', 'fd00::/8']);

test.each([
  ['a header from a stranger is not believed', nobody, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [
    'a header from a stranger is not believed, proxies or not',
    proxies,
    '203.0.113.9',
    '1.1.1.1',
    '203.0.113.9',
  ],
  ['one proxy', proxies, '10.0.0.2', '198.51.100.1', '198.51.100.1'],
  ['two proxies', proxies, '::1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
  [
    'what the client wrote itself is left of what the proxy wrote',
    proxies,
    '10.0.0.2',
    '1.1.1.1, 198.51.100.1',
    '198.51.100.1',
  ],
  ['an IPv4 peer on an IPv6 socket', proxies, '::ffff:10.0.0.2', '198.51.100.1', '198.51.100.1'],
  ['an IPv6 client', proxies, 'fd00::2', '2001:db8::7', '2001:db8::7'],
  ['nonsense stops the walk', proxies, '10.0.0.2', '198.51.100.1, unknown', '10.0.0.2'],
  ['no header', proxies, '10.0.0.2', undefined, '10.0.0.2'],
  ['an empty header', proxies, '10.0.0.2', '', '10.0.0.2'],
  ['no peer, as on a unix socket', proxies, '', '198.51.100.1', ''],
])('%s', (_name, isTrusted, peer, header, expected) => {
  expect(clientAddress(peer, header, isTrusted)).toBe(expected);
});
