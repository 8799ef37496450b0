import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { supervise, type Supervision } from './supervise.mjs';

let folder = '';
let supervision: Supervision;
let output = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-supervise-'));
  output = '';
});

afterEach(async () => {
  supervision.stop('SIGTERM');
  await supervision.ended;
  fs.rmSync(folder, { recursive: true });
});

const startsFile = () => path.join(folder, 'starts');

function run(behavior = 'serve', { optional = false } = {}): void {
  const program = path.join(import.meta.dirname, 'testing/supervised-program.mjs');
  supervision = supervise({
    name: 'The app',
    command: process.execPath,
    args: [program, startsFile(), behavior],
    env: process.env,
    report: (line) => (output += `${line}\n`),
    optional,
  });
}

/** Returns the process ids of the starts so far. */
function starts(): number[] {
  if (!fs.existsSync(startsFile())) return [];
  return fs.readFileSync(startsFile(), 'utf8').trim().split('\n').map(Number);
}

async function startNumber(count: number): Promise<number> {
  await vi.waitUntil(() => starts().length === count, { timeout: 60_000 });
  return starts().at(-1) ?? 0;
}

test('a killed program is started again, later after each crash, with one line of log', async () => {
  run();
  process.kill(await startNumber(1), 'SIGKILL');
  process.kill(await startNumber(2), 'SIGKILL');
  await startNumber(3);
  expect(output.split('\n')).toEqual([
    'The app ended unexpectedly (SIGKILL) and is started again in 0.5 s.',
    'The app ended unexpectedly (SIGKILL) and is started again in 1 s.',
    '',
  ]);
});

test('a program that refuses to start is not started again', async () => {
  run('refuse');
  expect(await supervision.ended).toBe(3);
  expect(starts()).toHaveLength(1);
  expect(output).toBe('');
});

test('an optional program is started again even if it refuses to start', async () => {
  run('refuse', { optional: true });
  await startNumber(2);
  expect(output).toContain('The app ended unexpectedly (exit code 3)');
});

test('a program that was stopped is not started again', async () => {
  run();
  await startNumber(1);
  supervision.stop('SIGTERM');
  expect(await supervision.ended).toBe(0);
  expect(output).toBe('');
});

test('a program that waits for its restart is not started again after a stop', async () => {
  run();
  process.kill(await startNumber(1), 'SIGKILL');
  await vi.waitUntil(() => output !== '');
  supervision.stop('SIGTERM');
  expect(await supervision.ended).toBe(0);
  expect(starts()).toHaveLength(1);
});
