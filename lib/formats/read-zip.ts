import { Inflate, type FlateStreamHandler } from 'fflate';
import { serviceLimits } from '@/lib/contract/service-limits';
import { FormatError, ImportLimitError } from '@/lib/formats/entry';

/** A file that can be read from any position. */
export interface RandomAccess {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

/** A file of an archive. Its name is for choosing and reports, and never a path. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packedSize: number;
  /** Position of its header. */
  readonly offset: number;
}

const endRecord = 0x06054b50;
const end64Locator = 0x07064b50;
const end64Record = 0x06064b50;
const entryRecord = 0x02014b50;
const fileHeader = 0x04034b50;
const endLength = 22;
const commentMax = 65_535;
/** Limit of the files of an archive. */
export const zipEntriesMax = 200_000;
/** Length of the list of files; an average name has 200 bytes. */
const directoryMax = zipEntriesMax * 250;
const [stored, deflated] = [0, 8];
const packedSlice = 4_096;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Returns the files of an archive in the order of their names. Those that are encrypted, or compressed in a way other
 * than zip tools use by default, are left out. Throws FormatError for a damaged archive, and ImportLimitError for one with
 * too many files.
 */
export async function zipEntries(file: RandomAccess): Promise<ZipEntry[]> {
  const { offset, length } = await findDirectory(file);
  if (length > directoryMax) throw new ImportLimitError('entries');
  const bytes = await file.read(offset, offset + length);
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= bytes.length && view.getUint32(at, true) === entryRecord;) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    );
    const nameEnd = at + 46 + (nameLength ?? 0);
    const method = view.getUint16(at + 10, true);
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    const name = new TextDecoder().decode(bytes.subarray(at + 46, nameEnd));
    const entry = {
      name,
      method,
      packedSize: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    };
    if (entries.length === zipEntriesMax) throw new ImportLimitError('entries');
    if (!isEncrypted && (method === stored || method === deflated) && !name.endsWith('/'))
      entries.push(entry);
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

/** Finds the list of files by the record at the end, which a comment can follow. */
async function findDirectory(file: RandomAccess): Promise<{ offset: number; length: number }> {
  const start = Math.max(0, file.size - endLength - commentMax);
  const tail = await file.read(start, file.size);
  const view = viewOf(tail);
  for (let at = tail.length - endLength; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== endRecord) continue;
    const [length, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
    if (at < 20 || view.getUint32(at - 20, true) !== end64Locator) return within(file, offset, length);
    const position = Number(view.getBigUint64(at - 12, true));
    const record = viewOf(await file.read(position, position + 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== end64Record) break;
    return within(file, Number(record.getBigUint64(48, true)), Number(record.getBigUint64(40, true)));
  }
  throw new FormatError('IMPORT_PARSE_ERROR');
}

function within({ size }: RandomAccess, offset: number, length: number) {
  if (offset + length > size) throw new FormatError('IMPORT_PARSE_ERROR');
  return { offset, length };
}

/** Bounds what all files of an archive contain together. */
export class ExpansionLimit {
  private total = 0;

  constructor(private readonly max: number = serviceLimits.importBytes) {}

  count(bytes: number): void {
    this.total += bytes;
    if (this.total > this.max) throw new ImportLimitError('bytes');
  }
}

/** Reads a file of an archive as a stream, whatever size its header declares. */
export async function* readZipEntry(
  file: RandomAccess,
  { offset, method, packedSize }: ZipEntry,
  limit: ExpansionLimit,
): AsyncGenerator<Uint8Array, void, undefined> {
  const header = viewOf(await file.read(offset, offset + 30));
  if (header.byteLength < 30 || header.getUint32(0, true) !== fileHeader)
    throw new FormatError('IMPORT_PARSE_ERROR');
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = slicesOf(file, start, start + packedSize);
  if (method === deflated) return yield* inflated(packed, limit);
  for await (const slice of packed) {
    limit.count(slice.length);
    yield slice;
  }
}

async function* slicesOf(file: RandomAccess, from: number, to: number): AsyncGenerator<Uint8Array> {
  const step = 64 * 1024;
  for (let at = from; at < to; at += step) {
    const bytes = await file.read(at, Math.min(at + step, to));
    if (bytes.length === 0) throw new FormatError('IMPORT_PARSE_ERROR');
    yield bytes;
  }
}

/** A stream that decompresses what is pushed: `Inflate` or `Gunzip`. */
interface Decompressor {
  ondata?: FlateStreamHandler;
  push(chunk: Uint8Array, isFinal?: boolean): void;
}

const inflated = (packed: AsyncIterable<Uint8Array>, limit: ExpansionLimit) =>
  decompressed(packed, new Inflate(), limit);

/** Passes bytes through a decompressor, in slices that cannot become much larger. */
export async function* decompressed(
  packed: AsyncIterable<Uint8Array>,
  decompressor: Decompressor,
  limit: ExpansionLimit,
): AsyncGenerator<Uint8Array, void, undefined> {
  let ready: Uint8Array[] = [];
  decompressor.ondata = (data) => {
    limit.count(data.length);
    ready.push(data);
  };
  const push = (chunk: Uint8Array, isFinal: boolean): void => {
    try {
      decompressor.push(chunk, isFinal);
    } catch (error) {
      throw error instanceof ImportLimitError ? error : new FormatError('IMPORT_PARSE_ERROR');
    }
  };
  for await (const chunk of packed) {
    for (let at = 0; at < chunk.length; at += packedSlice) {
      push(chunk.subarray(at, at + packedSlice), false);
      yield* ready;
      ready = [];
    }
  }
  push(new Uint8Array(0), true);
  yield* ready;
}
