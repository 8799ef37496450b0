import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** A file that was received, with the SHA-256 of its content in hexadecimal. */
export interface StagedBlob {
  readonly hash: string;
  readonly size: number;
  readonly file: string;
}

/** Stores files under the hash of their content. See [Note: Blobs] for their lifetime. */
export interface BlobStore {
  /** Where the objects are: in a folder of this machine, or in a bucket. */
  readonly kind: 'files' | 's3';
  /** Folder for files that are being received. */
  readonly incoming: string;
  /** Stores a received file, durably; may move it. An object of the same hash is replaced, which changes nothing. */
  put(blob: StagedBlob): Promise<void>;
  /** Returns the content; null if there is no such object. */
  get(hash: string): Promise<Readable | null>;
  /** Deletes an object, if it exists. */
  delete(hash: string): Promise<void>;
}

const hashPattern = /^[0-9a-f]{64}$/;

/** Returns a hash that can be a part of a path. Throws for any other text. */
export function requireHash(hash: string): string {
  if (!hashPattern.test(hash)) throw new Error('this is not the hash of a blob');
  return hash;
}

/** The content is larger than allowed. */
export class BlobTooLarge extends Error {}

/**
 * Writes content to a new file while it arrives, and hashes it. The caller removes the file. Throws BlobTooLarge, and
 * the error of the source; nothing remains then.
 */
export async function stageBlob(
  { incoming }: Pick<BlobStore, 'incoming'>,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
): Promise<StagedBlob> {
  await fs.mkdir(incoming, { recursive: true, mode: 0o700 });
  const file = path.join(incoming, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw new BlobTooLarge(`more than ${maxBytes} bytes`);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return { hash: hash.digest('hex'), size, file };
}

/** Removes received files that were last written before a time, such as those of a process that has died. */
export async function removeStaged({ incoming }: Pick<BlobStore, 'incoming'>, before: Date): Promise<void> {
  const names = await fs.readdir(incoming).catch(() => []);
  for (const name of names) {
    const file = path.join(incoming, name);
    const found = await fs.stat(file).catch(() => null);
    if (found && found.mtime < before) await fs.rm(file, { force: true });
  }
}
