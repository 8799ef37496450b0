import { detectAll } from 'jschardet';

/** Encodings that bookmark files of old programs are in, by the name that the detector has for them. */
const labels: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  shift_jis: 'shift_jis',
  'euc-jp': 'euc-jp',
  'windows-1251': 'windows-1251',
  'koi8-r': 'koi8-r',
  maccyrillic: 'x-mac-cyrillic',
  macroman: 'macintosh',
  maciceland: 'macintosh',
};

/** A few letters fit nearly everything. */
const confidenceMin = 0.05;

const [lessThan, greaterThan, lineFeed] = [0x3c, 0x3e, 0x0a];
const isAscii = (byte: number): boolean => byte < 0x80;

/** Names the encoding of bytes that are not UTF-8; null for one of the West, and where they do not tell. */
export function detectEncoding(bytes: Uint8Array): string | null {
  const [best] = detectAll(textOf(bytes));
  if (best === undefined || best.confidence < confidenceMin) return null;
  return labels[best.encoding?.toLowerCase() ?? ''] ?? null;
}

/** The texts between tags that are not ASCII: the tags would tell the detector that all is English. */
function textOf(bytes: Uint8Array): Uint8Array {
  const texts: number[] = [];
  let start = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== undefined && byte !== lessThan && byte !== greaterThan) continue;
    const text = bytes.subarray(start, at);
    if (!text.every(isAscii)) texts.push(...text, lineFeed);
    start = at + 1;
  }
  return Uint8Array.from(texts);
}
