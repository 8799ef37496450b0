import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import { expect, test } from 'vitest';
import { clientAddress } from './http-listener';

const trust = (ranges: string[]) => (address: string) => proxyAddr.compile(ranges)(address, 0);
const noProxies = trust([]);
const proxies = trust(['10.0.0.0/8', '::1', 'fd00::/8']);

test.each([
  [
    'a header from an untrusted peer is ignored, without proxies',
    noProxies,
    '203.0.113.9',
    '198.51.100.1',
    '203.0.113.9',
  ],
  [
    'a header from an untrusted peer is ignored, with proxies configured',
    proxies,
    '203.0.113.9',
    '1.1.1.1',
    '203.0.113.9',
  ],
  ['one proxy', proxies, '10.0.0.2', '198.51.100.1', '198.51.100.1'],
  ['two proxies', proxies, '::1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
  [
    'entries of the client come before those of the proxy',
    proxies,
    '10.0.0.2',
    '1.1.1.1, 198.51.100.1',
    '198.51.100.1',
  ],
  ['an IPv4 peer on an IPv6 socket', proxies, '::ffff:10.0.0.2', '198.51.100.1', '198.51.100.1'],
  ['an IPv6 client', proxies, 'fd00::2', '2001:db8::7', '2001:db8::7'],
  ['an invalid address ends the search', proxies, '10.0.0.2', '198.51.100.1, unknown', '10.0.0.2'],
  ['no header', proxies, '10.0.0.2', undefined, '10.0.0.2'],
  ['an empty header', proxies, '10.0.0.2', '', '10.0.0.2'],
  ['no peer address, as on a unix socket', proxies, '', '198.51.100.1', ''],
])('%s', (_name, isTrusted, peer, header, expected) => {
  const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': header } };
  expect(clientAddress(request as unknown as IncomingMessage, isTrusted)).toBe(expected);
});
