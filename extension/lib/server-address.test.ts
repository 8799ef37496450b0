import { expect, test } from 'vitest';
import { hostPattern, readAddress } from '@/extension/lib/server-address';

test.each([
  ['markwell.example', 'https://markwell.example'],
  [' https://markwell.example/settings?x#y ', 'https://markwell.example'],
  ['markwell.example:8443/app', 'https://markwell.example:8443'],
  ['localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['https://localhost', 'https://localhost'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
])('%s is the server %s', (text, origin) => {
  expect(readAddress(text)).toEqual({ origin });
});

test.each([
  ['', 'invalid_address'],
  ['two words', 'invalid_address'],
  ['ftp://markwell.example', 'invalid_address'],
  ['https://', 'invalid_address'],
  ['https://name:secret@markwell.example', 'invalid_address'],
  ['http://markwell.example', 'insecure'],
  ['http://192.168.0.10:3000', 'insecure'],
  ['http://localhost.example', 'insecure'],
])('%s is refused: %s', (text, failure) => {
  expect(readAddress(text)).toBe(failure);
});

test('the pattern of a permission has no port', () => {
  expect(hostPattern('http://localhost:3000')).toBe('http://localhost/*');
  expect(hostPattern('https://markwell.example')).toBe('https://markwell.example/*');
});
