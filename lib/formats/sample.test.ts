import { expect, it } from 'vitest';
import { createSample } from '@/lib/formats/sample';

const sample = (text: string) => createSample(new TextEncoder().encode(text), { isWhole: false });

it.each([
  ['<!DOCTYPE NETSCAPE-Bookmark-file-1>', 'netscape'],
  ['\uFEFF\r\n<!-- saved --><!doctype HTML><html>', 'html'],
  ['<?xml version="1.0" encoding="UTF-8"?>\n<!-- x -->\n<posts user="a">', 'posts'],
  ['<?xml version="1.0"?><!DOCTYPE xbel PUBLIC "+//IDN" "http://x.example" [<!ENTITY a "b">]><xbel>', 'xbel'],
  ['<DL><p>', 'dl'],
  [`<!--${'x'.repeat(100_000)}`, 'html'],
  ['a < b', null],
])('the root of %j', (text, root) => expect(sample(text).root).toBe(root));

it('of JSON has the paths of its keys, however it ends', () => {
  const { json, root, csv } = sample('{"version":2,"lists":[{"cards":[{"url":"https://a.example"},{"ti');
  expect([root, csv, json?.isArray]).toEqual([null, null, false]);
  expect(['version', 'lists[].cards', 'lists[].cards[].url', 'cards'].map((path) => json?.has(path))).toEqual(
    [...[true, true, true, false]],
  );
  expect([json?.textAt('lists[].cards[].url'), json?.textAt('version')]).toEqual([
    'https://a.example',
    undefined,
  ]);
  expect(sample('[{"href":1}]').json?.has('[].href')).toBe(true);
});

it('of UTF-16 is decoded', () => {
  const bytes = new Uint8Array(Buffer.from('\uFEFFTitle\tURL\nA\thttps://a.example', 'utf16le'));
  expect(createSample(bytes, { isWhole: true }).csv).toEqual({
    names: ['title', 'url'],
    delimiter: '\t',
    hasRows: true,
  });
});
