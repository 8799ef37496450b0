import fs from 'node:fs';

/** How many tests came to what. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(...all: Counts[]): Counts {
  return all.reduce((sum, { passed, failed, skipped }) => ({
    passed: sum.passed + passed,
    failed: sum.failed + failed,
    skipped: sum.skipped + skipped,
  }));
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
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** Reads a report of vitest; a run that failed without a failed test (a file that cannot load) counts as one. */
export function readVitestCounts(file: string): Counts {
  const report = readReport(file) as VitestReport | null;
  if (!report) return { ...noCounts, failed: 1 };
  const failed = report.numFailedTests || (report.success ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
}

/** Reads a report of Playwright. */
export function readPlaywrightCounts(file: string): Counts {
  const report = readReport(file) as PlaywrightReport | null;
  if (!report) return { ...noCounts, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky || report.errors.length, skipped };
}

/** Null when the run ended before it could write one. */
function readReport(file: string): unknown {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}
