import { Gunzip } from 'fflate';
import type { ImportDropped } from '@/lib/contract/imports';
import { ChosenForm, type ImportChoices } from '@/lib/formats/choices';
import { decodeStream, sniffFile, type DetectEncoding } from '@/lib/formats/decode';
import { FormatError, ImportLimitError, type ImportEntry } from '@/lib/formats/entry';
import { mergeFolders, type MergedFolders } from '@/lib/formats/folders';
import type { ArchiveRules, Format, ReadOptions, Sink } from '@/lib/formats/format';
import { ImportSink, type ImportSummary } from '@/lib/formats/import-sink';
import { detectFormat } from '@/lib/formats/index';
import {
  decompressed,
  ExpansionLimit,
  readZipEntry,
  zipEntries,
  zipEntriesMax,
  type RandomAccess,
  type ZipEntry,
} from '@/lib/formats/read-zip';
import { createSample, sampleBytes, type Sample } from '@/lib/formats/sample';

/** A file to import, whose bytes can be read once. */
export interface ImportedFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The file itself, if it can be read at any position without being stored. */
  readonly whole?: RandomAccess;
  /** Stores bytes for reading at any position. Only used for archives and for reading twice. */
  readonly store: (bytes: AsyncIterable<Uint8Array>) => Promise<RandomAccess>;
}

export interface ReadFileOptions extends Omit<ReadOptions, 'companions' | 'keepsSpaces'> {
  readonly choices: ImportChoices;
  /** Whether highlights become annotations, which an encrypted bookmark cannot have. */
  readonly hasAnnotations?: boolean;
  /** When bookmarks were read of which the file only says that they were. */
  readonly now: Date;
  readonly detectEncoding: DetectEncoding;
  readonly onEntry: (entry: ImportEntry) => void;
  /** Called as soon as the format is known. */
  readonly onFormat: (format: Format) => void;
  /** Called between slices of the contents, with their number of bytes so far; reading continues when it resolves. */
  readonly onSlice: (bytes: number) => Promise<void>;
}

export interface ReadResult extends ImportSummary, MergedFolders {
  readonly format: Pick<Format, 'id' | 'name'>;
}

// A few milliseconds of work.
const sliceBytes = 32 * 1024;

/**
 * Reads a file of bookmarks in any format, which is recognized by its contents, also inside of an archive, and passes on
 * its entries. Throws FormatError for a file without bookmarks, and ImportLimitError.
 */
export async function readFile(file: ImportedFile, options: ReadFileOptions): Promise<ReadResult> {
  const { sample, bytes } = await sampled(file.bytes, file.name);
  if (!isZip(sample) && options.choices.folders === 'tree')
    return readOnce((sink) => readStream({ sample, bytes }, sink, options), options, []);
  const stored = file.whole ?? (await file.store(bytes));
  const read = async (sink: Sink): Promise<Format> => {
    if (isZip(sample)) return readArchive(stored, { sink, store: file.store, options });
    return readStream(await sampled(slicesOf(stored), file.name), sink, options);
  };
  if (options.choices.folders === 'tree') return readOnce(read, options, []);
  // Names of folders can follow after their entries.
  const names = new ImportSink(() => undefined);
  await read(names);
  return readOnce(read, options, names.summary().folders);
}

async function readOnce(
  read: (sink: Sink) => Promise<Format>,
  { choices, now, hasAnnotations, onEntry }: ReadFileOptions,
  folders: ImportSummary['folders'],
): Promise<ReadResult> {
  const form = new ChosenForm(choices, folders, now, hasAnnotations);
  const sink = new ImportSink((entry) => onEntry(form.entryOf(entry)));
  const { id, name } = await read(sink);
  const summary = sink.summary();
  if (summary.entryCount === 0 && summary.folders.length === 0) throw new FormatError('IMPORT_INVALID_FILE');
  return { ...summary, ...mergeFolders(form.foldersOf(summary.folders)), format: { id, name } };
}

const startsWith = (bytes: Uint8Array, ...head: readonly number[]): boolean =>
  head.every((byte, index) => bytes[index] === byte);

const isZip = ({ bytes }: Sample): boolean =>
  startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);
const isGzip = ({ bytes }: Sample): boolean => startsWith(bytes, 0x1f, 0x8b);

interface Sampled {
  readonly sample: Sample;
  /** The whole contents, with the sample. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Reads the beginning of a file, and returns it in front of the rest. */
async function sampled(bytes: AsyncIterable<Uint8Array>, fileName: string): Promise<Sampled> {
  const iterator = bytes[Symbol.asyncIterator]();
  const head = new Uint8Array(sampleBytes);
  let length = 0;
  let rest: Uint8Array | null = null;
  while (rest === null) {
    const next = await iterator.next();
    if (next.done === true) break;
    const value: Uint8Array = next.value;
    const taken = Math.min(value.length, sampleBytes - length);
    head.set(value.subarray(0, taken), length);
    length += taken;
    if (length === sampleBytes) rest = value.subarray(taken);
  }
  const first = head.subarray(0, length);
  return {
    sample: createSample(first, { isWhole: rest === null, fileName }),
    bytes: joined(first, rest, { [Symbol.asyncIterator]: () => iterator }),
  };
}

async function* joined(
  first: Uint8Array,
  second: Uint8Array | null,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  if (second === null) return;
  if (second.length > 0) yield second;
  yield* rest;
}

async function* slicesOf(file: RandomAccess): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += sliceBytes)
    yield await file.read(at, Math.min(at + sliceBytes, file.size));
}

/** Reads a file that is not an archive; one file can be compressed. */
async function readStream(file: Sampled, sink: Sink, options: ReadFileOptions): Promise<Format> {
  if (isGzip(file.sample)) {
    const contents = decompressed(file.bytes, new Gunzip(), new ExpansionLimit());
    const inner = await sampled(contents, file.sample.fileName);
    return readWith(requireFormat(inner.sample), inner, sink, options);
  }
  return readWith(requireFormat(file.sample), file, sink, options);
}

async function readWith(
  format: Format,
  { sample, bytes }: Sampled,
  sink: Sink,
  options: ReadFileOptions & Partial<Pick<ReadOptions, 'companions'>>,
): Promise<Format> {
  options.onFormat(format);
  const paced = inSlices(bytes, options.onSlice);
  const text = decodeStream(paced, options.detectEncoding);
  await format.read({ sample, bytes: paced, text }, sink, {
    ...{ companions: new Map(), keepsSpaces: options.choices.spaces === 'keep' },
    ...options,
  });
  return format;
}

async function* inSlices(
  bytes: AsyncIterable<Uint8Array>,
  onSlice: (bytes: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      const slice = chunk.subarray(at, at + sliceBytes);
      yield slice;
      count += slice.length;
      await onSlice(count);
    }
  }
}

/** Returns the format of a file; throws the error that says what the file is instead. */
function requireFormat(sample: Sample): Format {
  const format = detectFormat(sample);
  if (format !== null) return format;
  const kind = sniffFile(sample.bytes.subarray(0, 512));
  if (kind === 'garbage') throw new FormatError('IMPORT_PARSE_ERROR');
  if (kind === 'archive' || sample.json === null) throw new FormatError('IMPORT_INVALID_TYPE');
  throw new FormatError(isBroken(sample) ? 'IMPORT_PARSE_ERROR' : 'IMPORT_INVALID_FILE');
}

function isBroken({ isWhole, text }: Sample): boolean {
  if (!isWhole) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** Formats that notes and other files beside an export can have by chance. */
const vagueFormats = new Set(['table', 'plain-list', 'onetab']);

/** Bookmarks of a browser come before all others, and a table or a text of no product, or a page with links, after them. */
function rankOf({ id }: Format, { root }: Sample): number {
  if (root === 'netscape') return 0;
  return id === 'netscape' ? 3 : vagueFormats.has(id) ? 2 : 1;
}

/** Files that programs add to archives, and those that cannot have bookmarks. */
const ignored =
  /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$)|\.(?:avif|gif|jpe?g|mp4|pdf|png|svg|webp)$/i;

/** A file of an archive, or of an archive within it. */
interface ArchivedFile extends Pick<ZipEntry, 'name'> {
  readonly format: Format | null;
  /** Which format of an archive is read: that of the lowest rank. */
  readonly rank: number;
  read(limit: ExpansionLimit): AsyncIterable<Uint8Array>;
}

/** Archives within an archive, each of which is stored. */
const innerArchives = 20;

/** Returns the files of an archive and of the archives within it, in the order of their names. */
async function filesOf(archive: RandomAccess, { store, options }: ArchiveContext): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  // All archives within it together have the limits of the outer one.
  const limit = new ExpansionLimit();
  let innerCount = 0;
  const addFiles = async (zip: RandomAccess, isInner: boolean): Promise<void> => {
    const entries = (await zipEntries(zip)).filter(({ name }) => !ignored.test(name));
    if (files.length + entries.length > zipEntriesMax) throw new ImportLimitError('entries');
    for (const entry of entries) {
      const { name } = entry;
      const read = (within: ExpansionLimit) => readZipEntry(zip, entry, within);
      const { sample } = await sampled(read(new ExpansionLimit()), name);
      const format = detectFormat(sample);
      const file = { name, format, rank: format === null ? Infinity : rankOf(format, sample), read };
      await options.onSlice(0);
      if (isZip(sample) && !isInner && innerCount < innerArchives) {
        innerCount += 1;
        const inner = await store(read(limit));
        await addFiles(inner, true).catch((error: unknown) => {
          if (!(error instanceof FormatError)) throw error;
          files.push(file);
        });
      } else files.push(file);
    }
  };
  await addFiles(archive, false);
  return files;
}

interface ArchiveContext {
  readonly sink: Sink;
  readonly store: ImportedFile['store'];
  readonly options: ReadFileOptions;
}

/**
 * Reads the files of an archive that have bookmarks as one import, in the order of their names. Only the beginning of the
 * others is read: the archive of a browser also has passwords.
 */
async function readArchive(archive: RandomAccess, context: ArchiveContext): Promise<Format> {
  const { sink, options } = context;
  const limit = new ExpansionLimit();
  const files = await filesOf(archive, context);
  const rank = files.reduce((least, each) => Math.min(least, each.rank), Infinity);
  const first = files.find((each) => each.rank === rank)?.format ?? null;
  if (first === null) throw new FormatError('IMPORT_INVALID_TYPE');
  // A file of another format, such as a list of addresses in a note, belongs to the same product.
  const own = files.filter(({ format }) => format === first);
  const { choose, companions: pattern, drops } = first.archive ?? {};
  const names = own.map(({ name }) => name);
  const chosen = new Set(choose?.(names) ?? names);
  const read = own.filter(({ name }) => chosen.has(name));
  const companions = new Map<string, string>();
  const companionLimit = new ExpansionLimit(companionBytes);
  const others = new Set(files).difference(new Set(read));
  for (const file of others) {
    if (pattern?.test(file.name) !== true) continue;
    const name = file.name.slice(file.name.lastIndexOf('/') + 1);
    companions.set(name, (companions.get(name) ?? '') + (await readText(file.read(companionLimit))));
    others.delete(file);
    await options.onSlice(0);
  }
  for (const file of read)
    await readWith(first, await sampled(file.read(limit), file.name), sink, { ...options, companions });
  for (const { name } of others) sink.drop(kindOf(name, drops));
  return first;
}

/** What the companions of the bookmarks of an archive contain together: all are in memory. */
const companionBytes = 16 * 1024 * 1024;

async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

const kindOf = (name: string, drops: ArchiveRules['drops'] = {}): ImportDropped =>
  (Object.entries(drops) as [ImportDropped, RegExp][]).find(([, pattern]) => pattern.test(name))?.[0] ??
  'otherFiles';
