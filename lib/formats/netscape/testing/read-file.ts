import { createFileDecoder, detectEncoding } from '@/lib/formats/decode';
import { folderPath, type ImportEntry } from '@/lib/formats/entry';
import { createNetscapeParser, type NetscapeSummary } from '@/lib/formats/netscape/parse';

/** Parses a whole file, in chunks of the given size. */
export function readNetscape(
  bytes: Uint8Array,
  chunkSize = 64 * 1024,
): { entries: ImportEntry[]; summary: NetscapeSummary } {
  const entries: ImportEntry[] = [];
  const decoder = createFileDecoder(detectEncoding);
  const parser = createNetscapeParser({ onEntry: (entry) => entries.push(entry) });
  for (let at = 0; at < bytes.length; at += chunkSize) {
    parser.write(decoder.write(bytes.subarray(at, at + chunkSize)));
  }
  parser.write(decoder.end());
  return { entries, summary: parser.end() };
}

/** Returns the result of parsing a file without empty fields, for short expectations. */
export function outline(bytes: Uint8Array, chunkSize?: number) {
  const { entries, summary } = readNetscape(bytes, chunkSize);
  return {
    isBookmarkFile: summary.isBookmarkFile,
    folders: summary.folders.map((folder) => ({
      path: folderPath(folder),
      ...withoutEmpty({
        description: folder.description,
        addedAt: folder.addedAt,
        modifiedAt: folder.modifiedAt,
        extra: folder.extra,
      }),
    })),
    entries: entries.map(({ url, title, line, folder, ...rest }) => ({
      line,
      url,
      title,
      ...withoutEmpty({ folder: folderPath(folder), ...rest }),
    })),
  };
}

const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !(value instanceof Date) && Object.keys(value).length === 0);
