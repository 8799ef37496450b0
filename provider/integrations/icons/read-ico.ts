import type { RawImage } from '@/provider/integrations/images/reencode-image';
import { readBitmap } from '@/provider/integrations/icons/read-bitmap';

/** The picture chosen from an ICO file: an embedded PNG as it is, or a bitmap's pixels. */
export type IcoPicture =
  { readonly kind: 'png'; readonly bytes: Buffer } | { readonly kind: 'raw'; readonly image: RawImage };

interface Entry {
  readonly edge: number;
  readonly bits: number;
  readonly data: Buffer;
}

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const MAX_ENTRIES = 64;
const WANTED_EDGE = 64;

/** Whether a file claims to be an icon file. */
export function isIco(bytes: Uint8Array): boolean {
  return bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 1 && bytes[3] === 0;
}

/** The most suitable picture that can be read from an ICO file, or null. Never trusts an offset or a size in it. */
export function readIco(bytes: Uint8Array): IcoPicture | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isIco(file) || file.length < HEADER_BYTES) return null;
  for (const { data } of listEntries(file).sort(bySuitability)) {
    if (data.toString('hex', 0, 4) === '89504e47') return { kind: 'png', bytes: data };
    const image = readBitmap(data);
    if (image) return { kind: 'raw', image };
  }
  return null;
}

function listEntries(file: Buffer): Entry[] {
  const count = Math.min(
    file.readUInt16LE(4),
    MAX_ENTRIES,
    Math.floor((file.length - HEADER_BYTES) / ENTRY_BYTES),
  );
  return Array.from({ length: count }, (_, index) => {
    const entry = file.subarray(HEADER_BYTES + index * ENTRY_BYTES);
    const size = entry.readUInt32LE(8);
    const offset = entry.readUInt32LE(12);
    // An edge of 256 is written as 0.
    const edge = Math.max(entry.readUInt8(0) || 256, entry.readUInt8(1) || 256);
    return { edge, bits: entry.readUInt16LE(6), data: file.subarray(offset, offset + size) };
  }).filter(({ data }) => data.length > 0);
}

/** The smallest that is large enough, else the largest; the deeper in color of two alike. */
function bySuitability(a: Entry, b: Entry): number {
  const isLargeEnough = (entry: Entry) => entry.edge >= WANTED_EDGE;
  if (isLargeEnough(a) !== isLargeEnough(b)) return isLargeEnough(a) ? -1 : 1;
  const bySize = isLargeEnough(a) ? a.edge - b.edge : b.edge - a.edge;
  return bySize || b.bits - a.bits;
}
