import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { currentOwner, DataDirInUseError, lockDataDir } from './data-dir-lock';

let dataDir = '';
let file = '';

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-lock-'));
  file = path.join(dataDir, 'lock');
});

afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));

test('a second process is rejected with the pid of the first', async () => {
  const first = await lockDataDir(dataDir);
  expect(await runLockers(1)).toMatchObject([
    {
      locked: false,
      message: expect.stringContaining(`process ${process.pid}`) as string,
    },
  ]);
  first.release();
  expect(await runLockers(1)).toMatchObject([{ locked: true }]);
});

test('release() removes the lock file', async () => {
  (await lockDataDir(dataDir)).release();
  expect(fs.readdirSync(dataDir)).toEqual([]);
});

test('exactly one of several processes takes over a stale lock', async () => {
  fs.writeFileSync(file, JSON.stringify({ ...currentOwner(), pid: 999_999_999 }));
  fs.writeFileSync(`${file}.claim`, JSON.stringify({ ...currentOwner(), pid: 999_999_998 }));
  const outcomes = await runLockers(4);
  expect(outcomes.filter(({ locked }) => locked)).toHaveLength(1);
});

describe('a stale lock is taken over', () => {
  const self = currentOwner();
  test.each([
    ['a pid that does not exist', JSON.stringify({ ...self, pid: 999_999_999 })],
    ['a reused pid', JSON.stringify({ ...self, started: '1' })],
    ['the own pid from before a restart', JSON.stringify({ ...self, pid: process.pid, started: '2' })],
    ['a truncated file', '{"pid": 12'],
    ['an empty file', ''],
    ['garbage', '\u0000\u0001'],
  ])('%s', async (_name, content) => {
    fs.writeFileSync(file, content);
    const lock = await lockDataDir(dataDir);
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(self);
    lock.release();
  });
});

describe('an owner in another container', () => {
  const elsewhere = JSON.stringify({ ...currentOwner(), pid: 7, scope: 'another', host: 'box' });

  test('keeps the lock while its heartbeat continues', async () => {
    fs.writeFileSync(file, elsewhere);
    const heartbeat = setInterval(() => fs.utimesSync(file, new Date(), new Date()), 5);
    const attempt = lockDataDir(dataDir, { staleMs: 5_000 });
    await expect(attempt).rejects.toThrow(DataDirInUseError);
    clearInterval(heartbeat);
    await expect(attempt).rejects.toThrow(/process 7, in another container or on another machine \(box\)/);
  });

  test('loses the lock when its heartbeat stops', async () => {
    fs.writeFileSync(file, elsewhere);
    const lock = await lockDataDir(dataDir, { staleMs: 50 });
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(currentOwner());
    lock.release();
  });
});

interface Outcome {
  locked: boolean;
  message?: string;
}

/** Starts processes that lock the folder at the same time; each holds its lock until all have reported. */
async function runLockers(count: number): Promise<Outcome[]> {
  const children = Array.from({ length: count }, () =>
    fork(path.join(import.meta.dirname, 'testing/hold-lock.ts'), [dataDir], {
      execArgv: ['--import', 'tsx'],
    }),
  );
  const reports = await Promise.all(children.map((child) => once(child, 'message')));
  const exits = children.map((child) => once(child, 'exit'));
  for (const child of children) child.send('done');
  await Promise.all(exits);
  return reports.map(([outcome]) => outcome as Outcome);
}
