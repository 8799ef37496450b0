import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Number of tests by result. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Names of failed tests, each with the start of its message. */
  failures: readonly string[];
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function addCounts(...all: Counts[]): Counts {
  return all.reduce((sum, { passed, failed, skipped, failures }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: sum.skipped + skipped,
    failures: [...sum.failures, ...failures],
  }));
}

/** Returns the counts of a part that ended before any test could run. */
export function countFailure(failure: string): Counts {
  return { ...noCounts, failed: 1, failures: [failure] };
}

export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightResult {
  error?: { message?: string };
  attachments?: { name: string; path?: string }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: PlaywrightResult[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

/** Reads a report of vitest; a run that failed without a failed test (a file that cannot load) counts as one. */
export function readVitestCounts(file: string): Counts {
  const report = readReport(file) as VitestReport | null;
  if (!report) return countFailure(`${path.basename(file)} was not written`);
  const failures = report.testResults.flatMap((result) => {
    const name = path.relative('.', result.name);
    const tests = result.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0 && result.status === 'failed') return [describeFailure(name, result.message)];
    return tests.map((test) => describeFailure(`${name} › ${test.fullName}`, test.failureMessages[0]));
  });
  const failed = report.numFailedTests || (report.success ? 0 : 1);
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed, skipped, failures };
}

/** Reads a report of Playwright. */
export function readPlaywrightCounts(file: string): Counts {
  const report = readReport(file) as PlaywrightReport | null;
  if (!report) return countFailure(`${path.basename(file)} was not written`);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failures = [
    ...report.errors.map(({ message }) => describeFailure('journeys', message)),
    ...report.suites.flatMap(listFailedJourneys),
  ];
  return { passed: expected, failed: unexpected + flaky || report.errors.length, skipped, failures };
}

function listFailedJourneys(suite: PlaywrightSuite): string[] {
  const own = suite.specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const failed = results.find(({ error }) => error);
        return describeFailure(`${file}:${line} › ${title}`, failed?.error?.message) + readSnapshot(failed);
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(listFailedJourneys)];
}

const SNAPSHOT_LINES = 120;

/** Accessibility tree of the page at the failure, if Playwright recorded it. */
function readSnapshot(result?: PlaywrightResult): string {
  const file = result?.attachments?.find(({ name }) => name === 'error-context')?.path;
  if (file === undefined || !fs.existsSync(file)) return '';
  const snapshot = /^```yaml\n(.*?)^```/ms.exec(fs.readFileSync(file, 'utf8'))?.[1];
  if (snapshot === undefined) return '';
  const lines = snapshot.trimEnd().split('\n').slice(0, SNAPSHOT_LINES);
  return lines.map((line) => `\n    | ${line.slice(0, 200)}`).join('');
}

const MESSAGE_LINES = 6;

function describeFailure(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [name, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line.slice(0, 300)}`)].join('\n');
}

/** Returns null if the run ended before it wrote a report. */
function readReport(file: string): unknown {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}
