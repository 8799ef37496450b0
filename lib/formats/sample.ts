import { jsonShape, type JsonShape } from '@/lib/formats/json-shape';
import { csvHeader, type CsvHeader } from '@/lib/formats/read-csv';

/** Length of the beginning of a file that formats are recognized by. */
export const sampleBytes = 64 * 1024;

/**
 * The beginning of a file. Formats are recognized by their contents; the name and the media type are only hints, since
 * browsers guess both.
 */
export interface Sample {
  readonly bytes: Uint8Array;
  /** The bytes as text, without a byte order mark and leading white space. */
  readonly text: string;
  /** Whether this is the whole file. */
  readonly isWhole: boolean;
  readonly fileName: string;
  /** The keys of a JSON text; null for other files. */
  readonly json: JsonShape | null;
  /** Name of the root element of markup, in lower case; `netscape` for a document of that type; null for other files. */
  readonly root: string | null;
  /** The first record of a text that is neither JSON nor markup, if it looks like names of columns. */
  readonly csv: CsvHeader | null;
}

/** Creates a sample; its views are computed when they are used for the first time. */
export function createSample(
  bytes: Uint8Array,
  { isWhole, fileName = '' }: { isWhole: boolean; fileName?: string },
): Sample {
  const text = lazy(() => textOf(bytes));
  const json = lazy(() => (isJson.test(text()) ? jsonShape(text()) : null));
  const root = lazy(() => (text().startsWith('<') ? rootOf(text()) : null));
  const csv = lazy(() => (json() === null && root() === null ? csvHeader(text()) : null));
  return {
    bytes,
    isWhole,
    fileName,
    get text() {
      return text();
    },
    get json() {
      return json();
    },
    get root() {
      return root();
    },
    get csv() {
      return csv();
    },
  };
}

/** Also one that is cut off; `[title](` begins a list of links in Markdown. */
const isJson = /^(?:\{|\[(?![^\]\n]{0,2000}\]\())/;

function lazy<T>(compute: () => T): () => T {
  let result: { value: T } | null = null;
  return () => (result ??= { value: compute() }).value;
}

function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16Le = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0);
  const isUtf16Be = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c);
  const decoder = new TextDecoder(isUtf16Le ? 'utf-16le' : isUtf16Be ? 'utf-16be' : 'utf-8');
  return decoder.decode(bytes).trimStart();
}

const beforeRoot = /^(?:\s|<\?(?:[^?]|\?(?!>)){0,2000}\?>|<!--(?:[^-]|-(?!->)){0,20000}-->)*/;

function rootOf(text: string): string | null {
  const rest = text.slice(beforeRoot.exec(text)?.[0].length ?? 0);
  // A comment that is longer than the sample.
  if (rest === '' || rest.startsWith('<!--')) return 'html';
  const doctype = /^<!doctype\s+([\w-]{1,60})[^[>]{0,500}(?:\[[^\]]{0,20000}\]\s*)?>/i.exec(rest);
  // An address in angle brackets is no element.
  if (doctype === null) return /^<(?!https?:\/\/)([\w:.-]{1,60})/i.exec(rest)?.[1]?.toLowerCase() ?? null;
  const name = doctype[1]?.toLowerCase() ?? '';
  return name.startsWith('netscape') ? 'netscape' : name;
}
