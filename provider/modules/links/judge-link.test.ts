import { expect, test } from 'vitest';
import { judgeLink, type Verdict } from '@/provider/modules/links/jobs';

const statuses: [number, Verdict, Verdict][] = [
  [304, 'there', 'there'],
  [400, 'askByGet', 'there'],
  [401, 'there', 'there'],
  [403, 'askByGet', 'there'],
  [404, 'askByGet', 'gone'],
  [405, 'askByGet', 'there'],
  [410, 'askByGet', 'gone'],
  [418, 'there', 'there'],
  [429, 'there', 'there'],
  [451, 'there', 'there'],
  [500, 'askByGet', 'gone'],
  [501, 'askByGet', 'gone'],
  [503, 'askByGet', 'gone'],
  [999, 'there', 'there'],
];

test.each(statuses)('status %s is %s by HEAD and %s by GET', (status, byHead, byGet) => {
  expect(judgeLink('HEAD', { kind: 'status', status })).toBe(byHead);
  expect(judgeLink('GET', { kind: 'status', status })).toBe(byGet);
});

test('a page that came is there, and so is one that is no page to show', () => {
  expect(judgeLink('HEAD', null)).toBe('there');
  expect(judgeLink('GET', { kind: 'unfit' })).toBe('there');
});

test('only what was asked and did not answer is gone', () => {
  expect(judgeLink('HEAD', { kind: 'unreachable' })).toBe('gone');
  expect(judgeLink('HEAD', { kind: 'forbidden' })).toBe('unknown');
  expect(judgeLink('HEAD', { kind: 'later' })).toBe('later');
});
