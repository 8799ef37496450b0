import { afterEach, expect, test, vi } from 'vitest';
import { createLog, formatForPeople } from '@/lib/observability/log';

afterEach(() => vi.restoreAllMocks());

function capture(write: () => void): string {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    written.push(String(chunk));
    return true;
  });
  write();
  vi.restoreAllMocks();
  return written.join('');
}

test('a line is one JSON object for any fields', () => {
  const text = capture(() =>
    createLog('http').info({ agent: 'x\r\n{"level":"fatal"}\u001b[31m' }, 'request'),
  );
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(text).not.toContain('\u001b');
  expect(JSON.parse(text)).toMatchObject({
    level: 'info',
    part: 'http',
    agent: 'x\r\n{"level":"fatal"}\u001b[31m',
    msg: 'request',
  });
});

test('secrets are replaced, also inside an object', () => {
  const text = capture(() =>
    createLog('auth').warn({ password: 'hunter2', body: { token: 'abc123' } }, 'refused'),
  );
  expect(text).not.toMatch(/hunter2|abc123/);
});

test('the message of an error is logged, but never the row attached to it', () => {
  const refused = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (url)=(secret) exists',
  });
  const text = capture(() =>
    createLog('db').error({ err: new Error('create failed', { cause: refused }) }, 'failed'),
  );
  expect(JSON.parse(text)).toMatchObject({ err: { message: 'duplicate key', code: '23505' } });
  expect(text).not.toContain('secret');
});

test('in a terminal a line is text, and control characters cannot forge another', () => {
  const json = JSON.stringify({
    time: '2026-01-02T03:04:05.000Z',
    level: 'info',
    part: 'http',
    url: '/a\nb',
    msg: 'sent \u001b[31m"x"',
  });
  expect(formatForPeople(json)).toBe('03:04:05 info  http sent \\u001b[31m"x" url="/a\\nb"\n');
});
