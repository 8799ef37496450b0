import { FormatError } from '@/lib/formats/entry';

/** First bytes of a compressed backup of Firefox. The uncompressed size follows, then one LZ4 block. */
export const mozLz4 = [0x6d, 0x6f, 0x7a, 0x4c, 0x7a, 0x34, 0x30, 0x00] as const;

const headerLength = mozLz4.length + 4;
const matchLengthMin = 4;
/** Distance that a match can refer back to. */
const windowSize = 65_536;
const outputSize = 4 * windowSize;

/**
 * Decompresses a backup of Firefox (`.jsonlz4`) in chunks: no more than a window of the contents is in memory, whatever
 * size the file declares. Throws FormatError if it is damaged or declares more than `sizeMax` bytes.
 */
export async function* decompressMozLz4(
  file: AsyncIterable<Uint8Array>,
  sizeMax: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const header = new Uint8Array(headerLength);
  let filled = 0;
  let block: Lz4Block | null = null;
  for await (const chunk of file) {
    const part = chunk.subarray(0, headerLength - filled);
    header.set(part, filled);
    filled += part.length;
    if (filled < headerLength) continue;
    block ??= new Lz4Block(sizeOf(header, sizeMax));
    yield* block.write(chunk.subarray(part.length));
  }
  if (block === null) throw new FormatError('IMPORT_PARSE_ERROR');
  yield* block.end();
}

function sizeOf(header: Uint8Array, sizeMax: number): number {
  const size = new DataView(header.buffer).getUint32(mozLz4.length, true);
  if (size > sizeMax) throw new FormatError('IMPORT_PARSE_ERROR');
  return size;
}

type State = 'token' | 'literal length' | 'literals' | 'offset' | 'offset end' | 'match length';

/** A sequence of a block is a token, literals, and a match: a distance and a length of bytes that are repeated. */
class Lz4Block {
  private state: State = 'token';
  private literals = 0;
  private match = 0;
  private offset = 0;
  private readonly output = new Uint8Array(outputSize);
  private written = 0;
  /** End of the bytes that were passed on. */
  private passed = 0;
  private total = 0;

  constructor(private readonly size: number) {}

  *write(input: Uint8Array): Generator<Uint8Array, void, undefined> {
    let at = 0;
    while (at < input.length) {
      if (this.state === 'literals') {
        const count = Math.min(this.literals, input.length - at, outputSize - this.written);
        this.output.set(input.subarray(at, at + count), this.written);
        this.advance(count);
        this.literals -= count;
        at += count;
        if (this.literals === 0) this.state = 'offset';
      } else {
        this.takeByte(input[at] ?? 0);
        at += 1;
        if (this.state === 'token' && this.match > 0) yield* this.copyMatch();
      }
      if (this.written === outputSize) yield this.pass();
    }
  }

  /** A block ends with literals, without a match. */
  *end(): Generator<Uint8Array, void, undefined> {
    if (this.state !== 'offset' || this.total !== this.size) throw new FormatError('IMPORT_PARSE_ERROR');
    yield this.pass();
  }

  private takeByte(byte: number): void {
    switch (this.state) {
      case 'token':
        this.literals = byte >> 4;
        this.match = (byte & 15) + matchLengthMin;
        this.state = this.literals === 15 ? 'literal length' : this.literals > 0 ? 'literals' : 'offset';
        return;
      case 'literal length':
        this.literals += byte;
        if (byte < 255) this.state = 'literals';
        return;
      case 'offset':
        this.offset = byte;
        this.state = 'offset end';
        return;
      case 'offset end':
        this.offset += byte << 8;
        this.state = this.match === 15 + matchLengthMin ? 'match length' : 'token';
        return;
      default:
        this.match += byte;
        if (byte < 255) this.state = 'token';
    }
  }

  /** Copies byte by byte: a match may overlap the bytes that it writes. */
  private *copyMatch(): Generator<Uint8Array, void, undefined> {
    if (this.offset === 0 || this.offset > this.total) throw new FormatError('IMPORT_PARSE_ERROR');
    while (this.match > 0) {
      const count = Math.min(this.match, outputSize - this.written);
      const from = this.written - this.offset;
      for (let index = 0; index < count; index += 1)
        this.output[this.written + index] = this.output[from + index] ?? 0;
      this.advance(count);
      this.match -= count;
      if (this.written === outputSize) yield this.pass();
    }
  }

  private advance(count: number): void {
    this.written += count;
    this.total += count;
    if (this.total > this.size) throw new FormatError('IMPORT_PARSE_ERROR');
  }

  /** Returns the new bytes, and keeps as many as a match can refer to. */
  private pass(): Uint8Array {
    const bytes = this.output.slice(this.passed, this.written);
    const start = Math.max(0, this.written - windowSize);
    this.output.copyWithin(0, start, this.written);
    this.written -= start;
    this.passed = this.written;
    return bytes;
  }
}
