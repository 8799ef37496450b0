import { open, rm, mkdtemp, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { serviceLimits } from '@/lib/contract/service-limits';
import { detectEncoding } from '@/lib/formats/decode';
import { FormatError, ImportLimitError } from '@/lib/formats/entry';
import { readFile, type ReadFileOptions, type ReadResult } from '@/lib/formats/read-file';
import type { RandomAccess } from '@/lib/formats/read-zip';
import { codeOf } from '@/lib/observability/describe-error';
import { Problem } from '@/provider/problem';

type Options = Omit<ReadFileOptions, 'detectEncoding' | 'onSlice' | 'onFormat'> & {
  /** Called between slices with the number of received bytes; no more is read until it resolves. */
  readonly onSlice: (bytes: number) => Promise<void>;
  /** Called while an archive is being stored and expanded; throws if the disk has no room for more. */
  readonly onStored: () => Promise<void>;
};

export type ReadUpload = ReadResult & {
  /** Length of the upload. */
  readonly bytes: number;
};

const timeoutMs = 60_000;

/**
 * Reads an uploaded file of bookmarks in any format and passes on its entries. An archive is stored in a temporary file
 * until it is read. Throws DISK_FULL, IMPORT_INVALID_TYPE, IMPORT_INVALID_FILE, IMPORT_PARSE_ERROR, BODY_TOO_LARGE, and
 * MALFORMED_REQUEST when the client disconnects during the upload.
 */
export async function readUpload(
  body: ReadableStream<Uint8Array> | null,
  options: Options,
): Promise<ReadUpload> {
  let bytes = 0;
  await using stored = new StoredUpload(options.onStored);
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of readChunks(body)) {
      bytes += chunk.length;
      if (bytes > serviceLimits.importBytes) throw new Problem('BODY_TOO_LARGE');
      yield chunk;
    }
  };
  try {
    const read = await readFile(
      { name: '', bytes: counted(), store: (rest) => stored.write(rest) },
      {
        ...options,
        detectEncoding,
        onFormat: () => undefined,
        onSlice: async () => {
          await options.onSlice(bytes);
          await nextTurn();
        },
      },
    );
    return { ...read, bytes };
  } catch (error) {
    if (error instanceof FormatError) throw new Problem(error.fault);
    throw error instanceof ImportLimitError ? new Problem('BODY_TOO_LARGE') : error;
  }
}

/** The file system of temporary files can be another one than that of the database. */
async function write(file: FileHandle, chunk: Uint8Array): Promise<void> {
  try {
    await file.write(chunk);
  } catch (error) {
    throw error instanceof Error && codeOf(error) === 'ENOSPC' ? new Problem('DISK_FULL') : error;
  }
}

/** Bytes of temporary files between two checks of the disk. */
const checkedBytes = 4 * 1024 * 1024;

/** Temporary files of an upload, which are deleted when it is disposed of. */
class StoredUpload implements AsyncDisposable {
  private folder: string | null = null;
  private readonly files: FileHandle[] = [];
  private unchecked = 0;

  constructor(private readonly onStored: () => Promise<void>) {}

  async write(bytes: AsyncIterable<Uint8Array>): Promise<RandomAccess> {
    this.folder ??= await mkdtemp(path.join(os.tmpdir(), 'markwell-import-'));
    const file = await open(path.join(this.folder, String(this.files.length)), 'wx+', 0o600);
    this.files.push(file);
    let size = 0;
    for await (const chunk of bytes) {
      await write(file, chunk);
      size += chunk.length;
      this.unchecked += chunk.length;
      if (this.unchecked < checkedBytes) continue;
      this.unchecked = 0;
      await this.onStored();
    }
    return {
      size,
      read: async (from, to) => {
        const buffer = Buffer.alloc(Math.max(0, Math.min(to, size) - from));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
        return buffer.subarray(0, bytesRead);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const file of this.files) await file.close();
    if (this.folder !== null) await rm(this.folder, { recursive: true, force: true });
  }
}

async function* readChunks(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // Discards the rest of a rejected upload; the client may have disconnected.
    await reader.cancel().catch(() => undefined);
  }
}

/** Resolves with the next chunk; rejects if the client disconnects or sends nothing until the timeout. */
async function withTimeout<T>(read: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('the upload timed out')), timeoutMs);
  try {
    return await Promise.race([read, timeout.promise]);
  } catch {
    throw new Problem('MALFORMED_REQUEST');
  } finally {
    clearTimeout(timer);
  }
}
