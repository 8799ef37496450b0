import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addCounts, describeCounts, readPlaywrightCounts, readVitestCounts } from './counts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-counts-'));
const file = path.join(folder, 'report.json');

afterAll(() => fs.rmSync(folder, { recursive: true }));

function write(report: unknown): string {
  fs.writeFileSync(file, JSON.stringify(report));
  return file;
}

const vitest = { success: true, numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 };

test('vitest: passed, failed, and skipped with what is still to do', () => {
  expect(readVitestCounts(write(vitest))).toEqual({ passed: 5, failed: 0, skipped: 2 });
  expect(readVitestCounts(write({ ...vitest, success: false, numFailedTests: 3 })).failed).toBe(3);
});

test('vitest: a file that could not be loaded is a failure, although no test of it failed', () => {
  expect(readVitestCounts(write({ ...vitest, success: false })).failed).toBe(1);
});

test('Playwright: a test that passes only at the second try has failed', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 2 };
  expect(readPlaywrightCounts(write({ stats, errors: [] }))).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

test('Playwright: an error outside of any test is a failure', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  expect(readPlaywrightCounts(write({ stats, errors: [{}] })).failed).toBe(1);
});

test('a run that left no report has failed', () => {
  expect(readVitestCounts(path.join(folder, 'none')).failed).toBe(1);
  expect(readPlaywrightCounts(path.join(folder, 'none')).failed).toBe(1);
});

test('counts are added up and told in one line', () => {
  const sum = addCounts({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 0, skipped: 0 });
  expect(describeCounts(sum)).toBe('11 passed, 2 failed, 3 skipped');
});
