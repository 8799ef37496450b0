/** A file of an archive; `name` may have folders, separated by `/`. */
export interface ZipFile {
  readonly name: string;
  readonly text: string;
  readonly modifiedAt: Date;
}

/** Zip64 begins where the fields of a plain archive end. */
const maxCount = 0xffff;
const maxOffset = 0xffffffff;
/** UTF-8 names. */
const flags = 0x0800;
const version = 45;

/**
 * Writes a zip archive (APPNOTE.TXT 6.3.10) of any number of files in chunks, without compression. Only the directory
 * is in memory, with about a hundred bytes a file.
 */
export class ZipWriter {
  private readonly directory = new Bytes();
  private count = 0;
  private offset = 0;

  /** Returns the next chunk of the archive. */
  add({ name, text, modifiedAt }: ZipFile): Uint8Array<ArrayBuffer> {
    const encoder = new TextEncoder();
    const [fileName, content] = [encoder.encode(name), encoder.encode(text)];
    const common = new Bytes()
      .u16(flags)
      .u16(0)
      .u32(dosTime(modifiedAt))
      .u32(crc32(content))
      .u32(content.length)
      .u32(content.length)
      .u16(fileName.length)
      .done();
    const isFar = this.offset >= maxOffset;
    const extra = isFar ? new Bytes().u16(1).u16(8).u64(this.offset).done() : new Uint8Array();
    this.directory
      .u32(0x02014b50)
      .u16(version)
      .u16(version)
      .add(common)
      .u16(extra.length)
      // Comment, disk and attributes.
      .add(new Uint8Array(10))
      .u32(isFar ? maxOffset : this.offset)
      .add(fileName)
      .add(extra);
    const chunk = new Bytes()
      .u32(0x04034b50)
      .u16(version)
      .add(common)
      .u16(0)
      .add(fileName)
      .add(content)
      .done();
    this.count += 1;
    this.offset += chunk.length;
    return chunk;
  }

  /** Returns the last chunk, with the directory. */
  end(): Uint8Array<ArrayBuffer> {
    const { directory, count, offset } = this;
    const size = directory.length;
    if (count >= maxCount || offset + size >= maxOffset) {
      directory.u32(0x06064b50).u64(44).u16(version).u16(version).u32(0).u32(0);
      directory.u64(count).u64(count).u64(size).u64(offset);
      directory
        .u32(0x07064b50)
        .u32(0)
        .u64(offset + size)
        .u32(1);
    }
    const shownCount = Math.min(count, maxCount);
    directory.u32(0x06054b50).u32(0).u16(shownCount).u16(shownCount);
    return directory.u32(Math.min(size, maxOffset)).u32(Math.min(offset, maxOffset)).u16(0).done();
  }
}

/** Bytes that grow; numbers are little endian. */
class Bytes {
  private buffer = new Uint8Array(64);
  length = 0;

  add(bytes: Uint8Array): this {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  u16(value: number): this {
    this.reserve(2);
    this.buffer[this.length] = value;
    this.buffer[this.length + 1] = value >> 8;
    this.length += 2;
    return this;
  }

  u32(value: number): this {
    return this.u16(value & 0xffff).u16(value >>> 16);
  }

  u64(value: number): this {
    return this.u32(value >>> 0).u32(Math.floor(value / 2 ** 32));
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.buffer.slice(0, this.length);
  }

  private reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.buffer.length) return;
    const grown = new Uint8Array(Math.max(this.buffer.length * 2, needed));
    grown.set(this.buffer);
    this.buffer = grown;
  }
}

/** Date and time of MS-DOS in UTC, in steps of two seconds, from 1980 to 2107. */
function dosTime(date: Date): number {
  const year = date.getUTCFullYear();
  if (!(year >= 1980 && year <= 2107)) return 0x00210000;
  const day = ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
