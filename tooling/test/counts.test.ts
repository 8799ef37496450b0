import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addCounts, countFailure, describeCounts, readPlaywrightCounts, readVitestCounts } from './counts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-counts-'));
const file = path.join(folder, 'report.json');

afterAll(() => fs.rmSync(folder, { recursive: true }));

function write(report: unknown): string {
  fs.writeFileSync(file, JSON.stringify(report));
  return file;
}

const vitest = {
  success: true,
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [],
};

test('vitest: passed, failed, and skipped including todo', () => {
  expect(readVitestCounts(write(vitest))).toEqual({ passed: 5, failed: 0, skipped: 2, failures: [] });
  expect(readVitestCounts(write({ ...vitest, success: false, numFailedTests: 3 })).failed).toBe(3);
});

test('vitest: failed tests and files are named with the start of their messages', () => {
  const message = 'Error: \u001b[31mexpected\u001b[39m\n\n  at a\n  at b\n  at c\n  at d\n  at e\n  at f';
  const testResults = [
    {
      name: path.resolve('lib/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'works', status: 'passed', failureMessages: [] },
        { fullName: 'adds up', status: 'failed', failureMessages: [message] },
      ],
    },
    { name: path.resolve('lib/b.test.ts'), status: 'failed', message: 'No such file', assertionResults: [] },
  ];
  const { failures } = readVitestCounts(write({ ...vitest, testResults }));
  expect(failures).toEqual([
    'lib/a.test.ts › adds up\n    Error: expected\n      at a\n      at b\n      at c\n      at d\n      at e',
    'lib/b.test.ts\n    No such file',
  ]);
});

test('vitest: a file that could not be loaded is a failure, although no test of it failed', () => {
  expect(readVitestCounts(write({ ...vitest, success: false })).failed).toBe(1);
});

test('Playwright: a test that passes only on a retry counts as failed', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 2 };
  expect(readPlaywrightCounts(write({ stats, errors: [], suites: [] }))).toEqual({
    passed: 7,
    failed: 2,
    skipped: 2,
    failures: [],
  });
});

test('Playwright: failed journeys at all nesting levels are named with their lines', () => {
  const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
  const spec = (title: string, line: number, status: string, error?: { message: string }) => ({
    title,
    line,
    file: 'a.spec.ts',
    tests: [{ status, results: [{ ...(error && { error }) }] }],
  });
  const suites = [
    {
      specs: [spec('opens', 1, 'expected'), spec('saves', 2, 'unexpected', { message: 'Timeout' })],
      suites: [{ specs: [spec('closes', 3, 'flaky')] }],
    },
  ];
  expect(readPlaywrightCounts(write({ stats, errors: [], suites })).failures).toEqual([
    'a.spec.ts:2 › saves\n    Timeout',
    'a.spec.ts:3 › closes',
  ]);
});

test('Playwright: a failed journey is shown with the page that it failed on', () => {
  const context = path.join(folder, 'error-context.md');
  fs.writeFileSync(
    context,
    '# Error details\n```\nTimeout\n```\n```yaml\n- dialog "Unlock":\n  - alert\n```\n',
  );
  const result = { error: { message: 'Timeout' }, attachments: [{ name: 'error-context', path: context }] };
  const spec = {
    title: 'saves',
    line: 2,
    file: 'a.spec.ts',
    tests: [{ status: 'unexpected', results: [result] }],
  };
  const report = {
    stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
    errors: [],
    suites: [{ specs: [spec] }],
  };
  expect(readPlaywrightCounts(write(report)).failures).toEqual([
    'a.spec.ts:2 › saves\n    Timeout\n    | - dialog "Unlock":\n    |   - alert',
  ]);
  fs.writeFileSync(context, '# Error details\n```\nTimeout\n```\n');
  expect(readPlaywrightCounts(write(report)).failures).toEqual(['a.spec.ts:2 › saves\n    Timeout']);
});

test('Playwright: an error outside of any test is a failure', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  expect(readPlaywrightCounts(write({ stats, errors: [{}], suites: [] })).failed).toBe(1);
});

test('a run without a report counts as failed', () => {
  expect(readVitestCounts(path.join(folder, 'none')).failed).toBe(1);
  expect(readPlaywrightCounts(path.join(folder, 'none')).failed).toBe(1);
});

test('counts are added up and described in one line', () => {
  const sum = addCounts(
    { passed: 1, failed: 2, skipped: 3, failures: ['a', 'b'] },
    { passed: 10, failed: 0, skipped: 0, failures: [] },
    countFailure('c'),
  );
  expect(sum.failures).toEqual(['a', 'b', 'c']);
  expect(describeCounts(sum)).toBe('11 passed, 3 failed, 3 skipped');
});
