import { decodeStream, detectEncoding } from '@/lib/formats/decode';
import { folderPath, type ImportEntry, type ImportFolder } from '@/lib/formats/entry';
import { ImportSink } from '@/lib/formats/import-sink';
import { type Format } from '@/lib/formats/format';
import { createSample, sampleBytes } from '@/lib/formats/sample';

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Recognizes a file by its contents, as one of the formats. */
export function detectFormats(formats: readonly Format[], bytes: Uint8Array): Format[] {
  const sample = createSample(bytes.subarray(0, sampleBytes), { isWhole: bytes.length <= sampleBytes });
  return formats.filter((format) => format.detect(sample));
}

/** Reads a whole file, in chunks of the given size. */
export async function readFile(format: Format, bytes: Uint8Array, chunkSize = 64 * 1024) {
  const entries: ImportEntry[] = [];
  const sink = new ImportSink((entry) => entries.push(entry));
  await format.read(
    {
      bytes: inChunks(bytes, chunkSize),
      text: decodeStream(inChunks(bytes, chunkSize), detectEncoding),
      sample: createSample(bytes.subarray(0, sampleBytes), { isWhole: bytes.length <= sampleBytes }),
    },
    sink,
    { accountId: null, columns: null, keepsSpaces: false, onTable: () => undefined, companions: new Map() },
  );
  const { dropped, folders } = sink.summary();
  return { entries, dropped, folders };
}

/** Returns what was read from a file without empty fields, for short expectations. */
export async function outline(format: Format, bytes: Uint8Array, chunkSize?: number) {
  const { entries, dropped, folders } = await readFile(format, bytes, chunkSize);
  return { ...withoutEmpty({ dropped }), ...outlineOf(folders, entries) };
}

/** Returns folders and entries without empty fields. */
export const outlineOf = (folders: readonly ImportFolder[], entries: readonly ImportEntry[]) => ({
  folders: folders.map((folder) =>
    withoutEmpty({
      path: folderPath(folder),
      description: folder.description,
      addedAt: folder.addedAt,
      modifiedAt: folder.modifiedAt,
      extra: folder.extra,
    }),
  ),
  entries: entries.map(({ url, title, line, folder, dropped: _, ...rest }) => ({
    line,
    url,
    title,
    ...withoutEmpty({ folder: folderPath(folder), ...rest }),
  })),
});

const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0);
