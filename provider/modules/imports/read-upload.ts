import { setImmediate as nextTurn } from 'node:timers/promises';
import { serviceLimits } from '@/lib/contract/service-limits';
import { createFileDecoder, detectEncoding, sniffFile } from '@/lib/formats/decode';
import { ImportLimitError, type ImportEntry } from '@/lib/formats/entry';
import { createNetscapeParser, type NetscapeSummary } from '@/lib/formats/netscape/parse';
import { Problem } from '@/provider/problem';
import { JsonReader, type FileReader } from '@/provider/modules/imports/read-json';

export type FileKind = 'html' | 'json';

export interface ReadUpload {
  readonly bytes: number;
  readonly summary: NetscapeSummary;
}

// Bytes parsed before other requests are served: a few milliseconds of work.
const sliceBytes = 32 * 1024;
const headBytes = 512;
const timeoutMs = 60_000;

/**
 * Reads an uploaded bookmark file and passes on its entries. `onSlice` is called between slices, with whether the file
 * has been identified as a bookmark file and the bytes read so far; no more data is read until it resolves. Throws
 * IMPORT_INVALID_TYPE, IMPORT_INVALID_FILE, IMPORT_PARSE_ERROR, BODY_TOO_LARGE, and MALFORMED_REQUEST when the client
 * disconnects during the upload.
 */
export async function readUpload(
  body: ReadableStream<Uint8Array> | null,
  kind: FileKind,
  handlers: {
    accountId: string;
    onEntry: (entry: ImportEntry) => void;
    onSlice: (isBookmarkFile: boolean, bytes: number) => Promise<void>;
  },
): Promise<ReadUpload> {
  const reader =
    kind === 'json'
      ? new JsonReader(handlers.accountId, handlers.onEntry)
      : createHtmlReader(handlers.onEntry);
  let bytes = 0;
  try {
    for await (const slice of slices(sniff(readChunks(body), kind))) {
      bytes += slice.length;
      if (bytes > serviceLimits.importBytes) throw new Problem('BODY_TOO_LARGE');
      reader.write(slice);
      await handlers.onSlice(reader.isBookmarkFile, bytes);
      await nextTurn();
    }
    return { bytes, summary: requireBookmarks(reader.end()) };
  } catch (error) {
    throw error instanceof ImportLimitError ? new Problem('BODY_TOO_LARGE') : error;
  }
}

function createHtmlReader(onEntry: (entry: ImportEntry) => void): FileReader {
  const decoder = createFileDecoder(detectEncoding);
  const parser = createNetscapeParser({ onEntry });
  return {
    get isBookmarkFile() {
      return parser.isBookmarkFile;
    },
    write: (bytes) => parser.write(decoder.write(bytes)),
    end: () => {
      parser.write(decoder.end());
      return parser.end();
    },
  };
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

/** Rejects files that cannot be bookmark files by their first bytes. */
async function* sniff(chunks: AsyncIterable<Uint8Array>, kind: FileKind): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (head === null) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      refuseByHead(head, kind);
      yield head;
      head = null;
    }
  }
  if (head === null) return;
  refuseByHead(head, kind);
  yield head;
}

function refuseByHead(head: Uint8Array, kind: FileKind): void {
  const found = sniffFile(head.subarray(0, headBytes));
  if (found === 'archive' || (found === 'json') !== (kind === 'json'))
    throw new Problem('IMPORT_INVALID_TYPE');
  if (found === 'garbage') throw new Problem('IMPORT_PARSE_ERROR');
}

async function* slices(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += sliceBytes) yield chunk.subarray(at, at + sliceBytes);
  }
}

function requireBookmarks(summary: NetscapeSummary): NetscapeSummary {
  if (!summary.isMarkup) throw new Problem('IMPORT_INVALID_TYPE');
  const isEmpty = summary.entryCount === 0 && summary.folders.length === 0;
  if (!summary.isBookmarkFile || isEmpty) throw new Problem('IMPORT_INVALID_FILE');
  return summary;
}
