import { expect, test } from 'vitest';
import { judgeLink, type Verdict } from '@/provider/modules/links/jobs';

const statuses: [number, Verdict, Verdict][] = [
  [304, 'available', 'available'],
  [400, 'retryWithGet', 'available'],
  [401, 'available', 'available'],
  [403, 'retryWithGet', 'available'],
  [404, 'retryWithGet', 'gone'],
  [405, 'retryWithGet', 'available'],
  [410, 'retryWithGet', 'gone'],
  [418, 'available', 'available'],
  [429, 'available', 'available'],
  [451, 'available', 'available'],
  [500, 'retryWithGet', 'gone'],
  [501, 'retryWithGet', 'gone'],
  [503, 'retryWithGet', 'gone'],
  [999, 'available', 'available'],
];

test.each(statuses)('status %s is %s by HEAD and %s by GET', (status, byHead, byGet) => {
  expect(judgeLink('HEAD', { kind: 'status', status })).toBe(byHead);
  expect(judgeLink('GET', { kind: 'status', status })).toBe(byGet);
});

test('a received page is available, and so is one of an unsupported type', () => {
  expect(judgeLink('HEAD', null)).toBe('available');
  expect(judgeLink('GET', { kind: 'unfit' })).toBe('available');
});

test('only a page that was requested and did not respond is gone', () => {
  expect(judgeLink('HEAD', { kind: 'unreachable' })).toBe('gone');
  expect(judgeLink('HEAD', { kind: 'forbidden' })).toBe('unknown');
  expect(judgeLink('HEAD', { kind: 'later' })).toBe('later');
});
