import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import {
  BlobTooLarge,
  removeStaged,
  stageBlob,
  type BlobStore,
} from '@/provider/integrations/blobs/blob-store';
import { createBlobStore } from '@/provider/integrations/blobs/create-blob-store';
import { startS3Server } from '@/provider/integrations/testing/s3-server';

const server = await startS3Server();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-blob-store-'));
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true });
});

const inFolder = createBlobStore({ folder: path.join(folder, 'files'), s3: null });
const inBucket = createBlobStore({ folder: path.join(folder, 'bucket'), s3: server.settings });
const receivedIn = ({ incoming }: BlobStore): string[] => fs.readdirSync(incoming);

async function store(target: BlobStore, content: Uint8Array): Promise<string> {
  const staged = await stageBlob(target, [content], 1e8);
  await target.put(staged);
  fs.rmSync(staged.file, { force: true });
  return staged.hash;
}

async function read(target: BlobStore, hash: string): Promise<Buffer | null> {
  const content = await target.get(hash);
  return content && buffer(content);
}

describe.each([inFolder, inBucket])('a store of $kind', (target) => {
  test('returns what was stored under its SHA-256, until it is deleted', async () => {
    const content = randomBytes(300_000);
    const hash = await store(target, content);
    expect(hash).toBe(createHash('sha256').update(content).digest('hex'));
    expect(await read(target, hash)).toEqual(content);
    await target.delete(hash);
    expect(await read(target, hash)).toBeNull();
    await target.delete(hash);
  });

  test('stores an empty file', async () => {
    const hash = await store(target, new Uint8Array());
    expect(await read(target, hash)).toEqual(Buffer.alloc(0));
  });

  test('stores the same content at once, and again', async () => {
    const content = randomBytes(100_000);
    const hashes = await Promise.all(Array.from({ length: 8 }, () => store(target, content)));
    expect(new Set([...hashes, await store(target, content)]).size).toBe(1);
    expect(await read(target, hashes[0] ?? '')).toEqual(content);
    expect(receivedIn(target)).toEqual([]);
  });

  test.each([
    '../../secret',
    '/etc/passwd',
    `${'a'.repeat(62)}/.`,
    'A'.repeat(64),
    '',
    `${'a'.repeat(64)}\n`,
  ])('refuses %j, which is no hash', async (hash) => {
    const file = path.join(folder, 'kept');
    fs.writeFileSync(file, 'kept');
    await expect(target.get(hash)).rejects.toThrow('not the hash');
    await expect(target.delete(hash)).rejects.toThrow('not the hash');
    await expect(target.put({ hash, size: 4, file })).rejects.toThrow('not the hash');
    expect(fs.existsSync(file)).toBe(true);
  });
});

describe('staging', () => {
  test('stops at the limit, and nothing remains', async () => {
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 1;
        yield await Promise.resolve(Buffer.alloc(1_000));
      }
    }
    await expect(stageBlob(inFolder, endless(), 10_000)).rejects.toThrow(BlobTooLarge);
    expect(sent).toBe(11);
    expect(receivedIn(inFolder)).toEqual([]);
    expect((await stageBlob(inFolder, [Buffer.alloc(10_000)], 10_000)).size).toBe(10_000);
  });

  test('passes on the error of the source, and nothing remains', async () => {
    const before = receivedIn(inBucket);
    async function* broken() {
      yield await Promise.resolve(Buffer.alloc(1_000));
      throw new Error('the client is gone');
    }
    await expect(stageBlob(inBucket, broken(), 10_000)).rejects.toThrow('the client is gone');
    expect(receivedIn(inBucket)).toEqual(before);
  });

  test('a cleanup removes what a process that died has left, and nothing that is being received', async () => {
    const target = createBlobStore({ folder: path.join(folder, 'cleanup'), s3: null });
    const [old, fresh] = [await stageBlob(target, [Buffer.from('old')], 10), await stageBlob(target, [], 10)];
    const yesterday = new Date(Date.now() - 86_400_000);
    fs.utimesSync(old.file, yesterday, yesterday);
    await removeStaged(target, new Date(Date.now() - 3_600_000));
    expect(receivedIn(target)).toEqual([path.basename(fresh.file)]);
    await removeStaged(createBlobStore({ folder: path.join(folder, 'unused'), s3: null }), new Date());
  });
});

describe('a bucket', () => {
  const hash = 'a'.repeat(64);

  test('is not empty because its key is wrong', async () => {
    const s3 = { ...server.settings, secretAccessKey: 'wrong' };
    const target = createBlobStore({ folder, s3 });
    await expect(target.get(hash)).rejects.toThrow('403 (SignatureDoesNotMatch) to GET');
    await expect(store(target, Buffer.from('x'))).rejects.toThrow('403 (SignatureDoesNotMatch) to PUT');
  });

  test('is not empty because it does not exist', async () => {
    const target = createBlobStore({ folder, s3: { ...server.settings, bucket: 'another' } });
    await expect(target.get(hash)).rejects.toThrow('404 (NoSuchBucket) to GET');
    await expect(target.delete(hash)).rejects.toThrow('404 (NoSuchBucket) to DELETE');
  });
});

test('files are readable only for their owner', async () => {
  const hash = await store(inFolder, Buffer.from('private'));
  const file = path.join(folder, 'files', hash.slice(0, 2), hash);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
});
