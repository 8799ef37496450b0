import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataDirInUseError, lockDataDir } from './lock-data-dir';
import { describeSelf } from './owner';

let dataDir = '';
let file = '';

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-lock-'));
  file = path.join(dataDir, 'lock');
});

afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));

test('a second process is refused, and told the pid of the first', async () => {
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

test('a release leaves nothing behind', async () => {
  (await lockDataDir(dataDir)).release();
  expect(fs.readdirSync(dataDir)).toEqual([]);
});

test('of many processes that start at once exactly one gets a lock that a dead one left', async () => {
  fs.writeFileSync(file, JSON.stringify({ ...describeSelf(), pid: 999_999_999 }));
  fs.writeFileSync(`${file}.claim`, JSON.stringify({ ...describeSelf(), pid: 999_999_998 }));
  const outcomes = await runLockers(4);
  expect(outcomes.filter(({ locked }) => locked)).toHaveLength(1);
});

describe('a lock without a living owner is taken over', () => {
  const self = describeSelf();
  test.each([
    ['a pid that nobody has', JSON.stringify({ ...self, pid: 999_999_999 })],
    ['a pid that another program has by now', JSON.stringify({ ...self, started: '1' })],
    ['the own pid from before a restart', JSON.stringify({ ...self, pid: process.pid, started: '2' })],
    ['half a file', '{"pid": 12'],
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
  const elsewhere = JSON.stringify({ ...describeSelf(), pid: 7, scope: 'another', host: 'box' });

  test('is respected while it shows that it is alive', async () => {
    fs.writeFileSync(file, elsewhere);
    const pulse = setInterval(() => fs.utimesSync(file, new Date(), new Date()), 5);
    const attempt = lockDataDir(dataDir, { silenceMs: 5_000 });
    await expect(attempt).rejects.toThrow(DataDirInUseError);
    clearInterval(pulse);
    await expect(attempt).rejects.toThrow(/process 7, in another container or on another machine \(box\)/);
  });

  test('is taken over once it is silent', async () => {
    fs.writeFileSync(file, elsewhere);
    const lock = await lockDataDir(dataDir, { silenceMs: 50 });
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(describeSelf());
    lock.release();
  });
});

interface Outcome {
  locked: boolean;
  message?: string;
}

/** Has other processes lock the folder at the same time; each holds on to what it got until all have answered. */
async function runLockers(count: number): Promise<Outcome[]> {
  const children = Array.from({ length: count }, () =>
    fork(path.join(import.meta.dirname, 'testing/run-lock.ts'), [dataDir], { execArgv: ['--import', 'tsx'] }),
  );
  const answers = await Promise.all(children.map((child) => once(child, 'message')));
  const exits = children.map((child) => once(child, 'exit'));
  for (const child of children) child.send('done');
  await Promise.all(exits);
  return answers.map(([outcome]) => outcome as Outcome);
}
