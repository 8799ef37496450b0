import { expect, test } from 'vitest';
import { intervalOf } from '@/components/features/admin/job-names';

test.each([
  ['* * * * *', { kind: 'minutes', count: 1 }],
  ['*/5 * * * *', { kind: 'minutes', count: 5 }],
  ['7 * * * *', { kind: 'hourly', minute: '07' }],
  ['37 * * * *', { kind: 'hourly', minute: '37' }],
  ['0 0 1 1 *', null],
  ['0 3 * * *', null],
  ['1,31 * * * *', null],
])('%s has the interval %o', (cron, interval) => {
  expect(intervalOf(cron)).toEqual(interval);
});
