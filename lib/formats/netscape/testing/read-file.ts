import { createFileDecoder, detectEncoding } from '@/lib/formats/decode';
import type { ImportEntry } from '@/lib/formats/entry';
import { createNetscapeParser, type NetscapeSummary } from '@/lib/formats/netscape/parse';
import { outlineOf } from '@/lib/formats/testing/read-file';

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
  return { isBookmarkFile: summary.isBookmarkFile, ...outlineOf(summary.folders, entries) };
}
