export interface ImageHeader {
  readonly format: 'png' | 'jpeg' | 'gif' | 'webp';
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = '89504e470d0a1a0a0000000d49484452';

/**
 * Format and size of an image as its first bytes tell them, or null for anything but the four formats that are
 * decoded. Reads headers only, so that a size can be judged before a decoder allocates for it.
 */
export function sniffImage(bytes: Uint8Array): ImageHeader | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return sniffPng(buffer) ?? sniffGif(buffer) ?? sniffWebp(buffer) ?? sniffJpeg(buffer);
  } catch (error) {
    // Reading past the end: the file is cut off within its header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sniffPng(buffer: Buffer): ImageHeader | null {
  if (buffer.toString('hex', 0, 16) !== PNG_SIGNATURE) return null;
  return { format: 'png', width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) };
}

function sniffGif(buffer: Buffer): ImageHeader | null {
  if (!['GIF87a', 'GIF89a'].includes(buffer.toString('latin1', 0, 6))) return null;
  return { format: 'gif', width: buffer.readUInt16LE(6), height: buffer.readUInt16LE(8) };
}

function sniffWebp(buffer: Buffer): ImageHeader | null {
  if (buffer.toString('latin1', 0, 4) !== 'RIFF' || buffer.toString('latin1', 8, 12) !== 'WEBP') return null;
  switch (buffer.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { format: 'webp', width: buffer.readUIntLE(24, 3) + 1, height: buffer.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = buffer.readUInt32LE(21);
      return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return {
        format: 'webp',
        width: buffer.readUInt16LE(26) & 0x3fff,
        height: buffer.readUInt16LE(28) & 0x3fff,
      };
    default:
      return null;
  }
}

/** Walks the segments to the one that starts the frame. */
function sniffJpeg(buffer: Buffer): ImageHeader | null {
  if (buffer.toString('hex', 0, 3) !== 'ffd8ff') return null;
  for (let offset = 2; ;) {
    if (buffer.readUInt8(offset) !== 0xff) return null;
    const marker = buffer.readUInt8(offset + 1);
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (isFrameStart(marker)) {
      return {
        format: 'jpeg',
        width: buffer.readUInt16BE(offset + 7),
        height: buffer.readUInt16BE(offset + 5),
      };
    }
    const length = buffer.readUInt16BE(offset + 2);
    if (length < 2) return null;
    offset += 2 + length;
  }
}

/** SOF0 to SOF15, without the tables (DHT, DAC) and the reserved one that lie between them. */
function isFrameStart(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
