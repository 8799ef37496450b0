import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sniffFile } from '@/lib/formats/decode';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

describe('sniffFile', () => {
  it.each([
    ['a zip', text('PK\u0003\u0004rest'), 'archive'],
    ['gzip', gzipSync('<!DOCTYPE NETSCAPE-Bookmark-file-1>'), 'archive'],
    ['PDF', text('%PDF-1.7'), 'archive'],
    ["a browser's database", text('SQLite format 3\0'), 'archive'],
    ["Firefox's backup", text('mozLz40\0'), 'archive'],
    ['JSON of Chrome', text('\n {"checksum": "x", "roots": {}}'), 'json'],
    ['JSON behind a byte order mark', text('\uFEFF[]'), 'json'],
    ['noise', new Uint8Array(500).map((_, index) => (index * 7) % 32), 'garbage'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x3c, 0x00]), 'text'],
    ['UTF-16 without a mark', new Uint8Array([0x00, 0x3c, 0x00, 0x44]), 'text'],
    ['HTML', text('<!DOCTYPE NETSCAPE-Bookmark-file-1>\r\n\t<TITLE>'), 'text'],
    ['HTML with one zero byte', text('<!DOCTYPE NETSCAPE-Bookmark-file-1>\0<TITLE>'), 'text'],
    ['nothing', new Uint8Array(0), 'text'],
  ])('recognizes %s', (_, bytes, kind) => expect(sniffFile(bytes)).toBe(kind));
});
