import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentCountries, isConsentRequired } from '@/lib/bff/consent-region';

/** Returns a fake lookup service. The last part of an address determines the response. */
const requests: string[] = [];
const server = http.createServer((request, response) => {
  requests.push(request.url ?? '');
  const last = /\.(\d+)\.1$/.exec(request.url ?? '')?.[1];
  if (last === '9') return void response.writeHead(500).end();
  if (last === '8') return void response.writeHead(302, { location: '/elsewhere' }).end();
  const country = { '1': 'BR', '2': 'DE', '3': 'gb', '4': 7, '5': '' }[last ?? ''];
  response.end(last === '6' ? 'no JSON' : JSON.stringify({ country_code: country }));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

const ask = (headers: Record<string, string>, isOn = true) => {
  const { port } = server.address() as AddressInfo;
  const geo = isOn
    ? { enabled: true as const, url: `http://127.0.0.1:${port}/{ip}` }
    : { enabled: false as const };
  return isConsentRequired(new Headers(headers), { geo });
};

test('31 countries require consent', () => expect(consentCountries.size).toBe(31));

describe('consent is required', () => {
  test.each([
    ['without a lookup service', {}, false],
    ['in a consent country', { 'x-forwarded-for': '203.1.2.1' }, true],
    ['in a consent country in lower case', { 'x-forwarded-for': '203.1.3.1' }, true],
    ['when the service sends no text', { 'x-forwarded-for': '203.1.4.1' }, true],
    ['when the service knows no country', { 'x-forwarded-for': '203.1.5.1' }, true],
    ['when the service sends no JSON', { 'x-forwarded-for': '203.1.6.1' }, true],
    ['when the service redirects', { 'x-forwarded-for': '203.1.8.1' }, true],
    ['when the service fails', { 'x-forwarded-for': '203.1.9.1' }, true],
    ['at an address of a private network', { 'x-forwarded-for': '192.168.1.1' }, true],
    ['without an address', {}, true],
    ['when the proxy does not know the country', { 'x-forwarded-country': 'XX' }, false],
    ['when the proxy names a consent country', { 'x-forwarded-country': 'PT' }, false],
  ])('%s', async (_case, headers, isOn) => {
    expect(await ask(headers, isOn)).toBe(true);
  });
});

test('consent is not required elsewhere', async () => {
  expect(await ask({ 'x-forwarded-for': '203.1.1.1' })).toBe(false);
  expect(await ask({ 'x-forwarded-country': 'BR' }, false)).toBe(false);
});

test('a network is looked up once', async () => {
  await ask({ 'x-forwarded-for': '203.1.1.1' });
  const before = requests.length;
  await ask({ 'x-forwarded-for': '203.1.1.200' });
  expect(requests).toHaveLength(before);
});

test('an address of a private network is not sent to the service', async () => {
  const before = requests.length;
  await ask({ 'x-forwarded-for': '10.0.1.1' });
  expect(requests).toHaveLength(before);
});
