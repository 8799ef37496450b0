import { expect, test } from 'vitest';
import { describeFailure } from '@/provider/modules/admin/job-failures';

test.each([
  ['a full disk', { name: 'Error', message: 'write', code: 'ENOSPC' }, 'disk', 'write'],
  ['a full disk of the database', { message: 'no space', code: '53100' }, 'disk', 'no space'],
  ['a shutdown of the database', { message: 'terminating', code: '57P01' }, 'database', 'terminating'],
  ['a lost connection', { message: 'Connection terminated' }, 'database', 'Connection terminated'],
  ['an unreachable server', { message: 'fetch', cause: { code: 'ECONNREFUSED' } }, 'network', 'fetch'],
  ['a statement that was canceled', { message: 'canceling', code: '57014' }, 'timeout', 'canceling'],
  [
    'a process that ended',
    { value: { message: 'job heartbeat timeout' } },
    'interrupted',
    'job heartbeat timeout',
  ],
  ['a bug', { message: 'x is not a function', name: 'TypeError' }, 'other', 'x is not a function'],
  ['nothing', null, 'other', ''],
  ['a text', 'failed', 'other', ''],
])('%s is a reason', (_, output, reason, error) => {
  expect(describeFailure(output)).toEqual({ reason, error });
});
