import { describe, expect, test } from 'vitest';
import { asProblem } from '@/provider/middleware/problems';
import { Problem } from '@/provider/problem';
import { createTestLog } from '@/provider/testing/test-log';

const withCode = (code: string, more: object = {}): Error =>
  Object.assign(new Error('secret words'), { code, ...more });

describe('asProblem', () => {
  test('passes an expected error through and logs nothing', () => {
    const { log, lines } = createTestLog();
    const problem = new Problem('NOT_FOUND');
    expect(asProblem(problem, {}, log)).toBe(problem);
    expect(lines).toEqual([]);
  });

  test.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a socket that is not there', withCode('ENOENT', { syscall: 'connect' })],
    ['a server that is full', withCode('53300')],
    ['a server that is stopped by its administrator', withCode('57P01')],
    ['a broken connection', withCode('08006')],
    ['a statement that took too long', withCode('57014')],
    ['a deadlock', withCode('40P01')],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
    ['a connection cut in the middle', new Error('Connection terminated unexpectedly')],
    ['a connection that was given up', new Error('Client was closed and is not queryable')],
    ['any of them inside another error', new Error('Failed query', { cause: withCode('57P03') })],
  ])('asks to come back after %s', (_, error) => {
    const { log, lines } = createTestLog();
    const problem = asProblem(error, { requestId: 'r1' }, log);
    expect(problem).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      detail: { headers: { 'retry-after': '5' } },
    });
    expect(lines).toMatchObject([{ level: 'warn', fields: { requestId: 'r1' } }]);
  });

  test('reports a full disk, and logs it', () => {
    const { log, lines } = createTestLog();
    const error = new Error('Failed query', { cause: withCode('53100') });
    expect(asProblem(error, { requestId: 'r1' }, log)).toMatchObject({ code: 'DISK_FULL', status: 507 });
    expect(lines).toMatchObject([{ level: 'error', fields: { requestId: 'r1' } }]);
  });

  test.each([
    ['a defect', new TypeError('x is not a function')],
    ['a missing file', withCode('ENOENT', { syscall: 'open' })],
    ['a broken constraint', withCode('23505')],
    ['something that is no error', 'a text'],
    [
      'an error that causes itself',
      Object.assign(new Error('loop'), {
        get cause() {
          return this;
        },
      }),
    ],
  ])('calls %s internal, and logs it once', (_, error) => {
    const { log, lines } = createTestLog();
    expect(asProblem(error, { requestId: 'r2' }, log).code).toBe('INTERNAL');
    expect(lines).toMatchObject([{ level: 'error', fields: { requestId: 'r2' } }]);
  });
});
