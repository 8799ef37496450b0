import { createBreath } from '@/components/features/import-export/breathe';
import { Plan } from '@/components/features/import-export/encrypting/plan';
import type { Refusal } from '@/components/features/import-export/importing/import-step';
import { limits } from '@/lib/contract/limits';
import { createFileDecoder, type DetectEncoding } from '@/lib/domain/netscape/decode';
import { NetscapeLimitError } from '@/lib/domain/netscape/limits';
import { createNetscapeParser } from '@/lib/domain/netscape/parse';
import { sniffFile } from '@/lib/domain/netscape/sniff';

/** A file that brings nothing, and why. */
export class FileRefused extends Error {
  constructor(readonly refusal: Refusal) {
    super('the file cannot be imported');
    this.name = 'FileRefused';
  }
}

const sliceBytes = 32 * 1024;
const headBytes = 4_096;

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Bookmarks that were found so far. */
  readonly onRead: (count: number) => void;
}

/** Reads a bookmark file on this device, in pieces between which the page answers. Throws FileRefused. */
export async function planFile(file: File, { signal, onRead }: ReadOptions): Promise<Plan> {
  const plan = new Plan();
  const parser = createNetscapeParser({ onEntry: (entry) => plan.take(entry) });
  const decoder = createFileDecoder(await detectorFor(file));
  const breathe = createBreath();
  try {
    refuseByHead(await bytesOf(file, 0, headBytes));
    for (let at = 0; at < file.size; at += sliceBytes) {
      signal.throwIfAborted();
      parser.write(decoder.write(await bytesOf(file, at, at + sliceBytes)));
      onRead(plan.report.read);
      await breathe();
    }
    parser.write(decoder.end());
  } catch (failure) {
    throw failure instanceof NetscapeLimitError ? new FileRefused('TOO_MANY') : failure;
  }
  const { isMarkup, isBookmarkFile, entryCount } = parser.end();
  if (!isMarkup) throw new FileRefused('IMPORT_INVALID_TYPE');
  if (!isBookmarkFile || entryCount === 0) throw new FileRefused('IMPORT_INVALID_FILE');
  if (plan.bookmarks.length > limits.envelopes) throw new FileRefused('TOO_MANY');
  return plan;
}

/** The detector is as large as all the rest of the page, and most files are UTF-8. */
async function detectorFor(file: File): Promise<DetectEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < file.size; at += sliceBytes)
      decoder.decode(await bytesOf(file, at, at + sliceBytes), { stream: true });
    decoder.decode();
    return () => null;
  } catch (failure) {
    if (failure instanceof FileRefused) throw failure;
    return (await import('@/lib/domain/netscape/detect-encoding')).detectEncoding;
  }
}

async function bytesOf(file: File, from: number, to: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer());
  } catch {
    throw new FileRefused('FILE_CHANGED');
  }
}

function refuseByHead(head: Uint8Array): void {
  const kind = sniffFile(head);
  if (kind === 'archive' || kind === 'json') throw new FileRefused('IMPORT_INVALID_TYPE');
  if (kind === 'garbage') throw new FileRefused('IMPORT_PARSE_ERROR');
}
