import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { pageKey } from './page-key';

const visitor: IncomingHttpHeaders = {
  host: 'links.example',
  cookie: 'markwell=sealed; markwell-locale=en',
  'accept-language': 'en',
  'user-agent': 'a browser',
  'sec-fetch-dest': 'document',
  'x-forwarded-for': '198.51.100.1',
};
const noon = Date.parse('2026-11-22T12:00:00Z');

const keyOf = (headers: IncomingHttpHeaders = {}, url = '/', method = 'GET', now = noon): string | null =>
  pageKey({ method, url, headers: { ...visitor, ...headers } } as IncomingMessage, now);

test('the same visit has the same key until a quarter of an hour ends', () => {
  expect(keyOf()).toBe(keyOf({ 'cache-control': 'max-age=0' }, '/', 'GET', noon + 899_999));
  expect(keyOf()).not.toBe(keyOf({}, '/', 'GET', noon + 900_000));
});

describe('guarantee: nobody gets a page that was drawn for another', () => {
  test.each<[string, IncomingHttpHeaders, string?]>([
    ['session', { cookie: 'markwell=another; markwell-locale=en' }],
    ['language', { cookie: 'markwell=sealed; markwell-locale=pt-BR' }],
    ['preferred language', { 'accept-language': 'pt-BR' }],
    ['theme', { cookie: 'markwell=sealed; markwell-locale=en; markwell-theme=dark' }],
    ['time zone', { cookie: 'markwell=sealed; markwell-locale=en; markwell-time-zone=Asia%2FTokyo' }],
    ['browser', { 'user-agent': 'another' }],
    ['host', { host: 'other.example' }],
    ['protocol', { 'x-forwarded-proto': 'https' }],
    ['encoding', { 'accept-encoding': 'gzip, br' }],
    ['view', {}, '/?view=favorites'],
    ['screen', {}, '/bookmarks'],
  ])('another %s has another key', (_name, headers, url) => {
    expect(keyOf(headers, url)).toMatch(/^.{44}$/);
    expect(keyOf(headers, url)).not.toBe(keyOf());
  });
});

test.each<[string, IncomingHttpHeaders, string?, string?]>([
  ['a write', {}, '/', 'POST'],
  ['a question about the headers', {}, '/', 'HEAD'],
  ['a visitor without a cookie', { cookie: undefined }],
  ['a step inside the application', { rsc: '1' }],
  ['a step inside the application, as browsers mark it', { 'sec-fetch-dest': 'empty' }],
  ['a page in a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a page that is fetched ahead', { 'next-router-prefetch': '1' }],
  ['an action', { 'next-action': 'abc' }],
  ['a part of a page', { range: 'bytes=0-1' }],
  ['another screen', {}, '/settings'],
  ['a call', {}, '/v1/account'],
  ['an odd path', {}, '//'],
  ['a long query', {}, `/?view=${'a'.repeat(300)}`],
])('%s is not kept', (_name, headers, url, method) => {
  expect(keyOf(headers, url, method)).toBeNull();
});
