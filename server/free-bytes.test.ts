import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freeBytesOf } from './free-bytes';

let root = '';
const at = (...names: string[]): string => path.join(root, ...names);

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-free-')));
});

afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

test('the free space is known of a cluster in DATA_DIR', async () => {
  fs.mkdirSync(at('data', 'postgres', 'data'), { recursive: true });
  expect(await freeBytesOf(at('data', 'postgres', 'data'), at('data'))).toBeGreaterThan(0);
});

test('it is known when DATA_DIR is a link', async () => {
  fs.mkdirSync(at('disk', 'postgres', 'data'), { recursive: true });
  fs.symlinkSync(at('disk'), at('data'));
  expect(await freeBytesOf(at('disk', 'postgres', 'data'), at('data'))).toBeGreaterThan(0);
});

test('it is known when the cluster is elsewhere and linked, as for root', async () => {
  fs.mkdirSync(at('data'));
  fs.mkdirSync(at('state', 'cluster', 'data'), { recursive: true });
  fs.symlinkSync(at('state', 'cluster'), at('data', 'postgres'));
  expect(await freeBytesOf(at('state', 'cluster', 'data'), at('data'))).toBeGreaterThan(0);
});

test('it is unknown for another database', async () => {
  fs.mkdirSync(at('data', 'postgres', 'data'), { recursive: true });
  fs.mkdirSync(at('other'));
  expect(await freeBytesOf(at('other'), at('data'))).toBeNull();
});
