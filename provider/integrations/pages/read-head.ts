import { setImmediate as breathe } from 'node:timers/promises';
import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { Parser } from 'htmlparser2';
import { certainCharset, chooseEncoding, SAMPLE_BYTES } from '@/provider/integrations/pages/decode-html';

export interface IconLink {
  readonly href: string;
  /** Lower case, unchanged otherwise: `shortcut icon`, `apple-touch-icon`. */
  readonly rel: string;
  readonly type: string;
  readonly sizes: string;
}

/** Raw values of the head of a document: decoded, but not trimmed, resolved or validated. */
export interface Head {
  /** The first `<title>` that is not blank. */
  readonly title: string;
  /** The first `<h1>` that is not blank, read only if the page has no other title. */
  readonly heading: string;
  /** The headline of its JSON-LD. */
  readonly headline: string;
  readonly base: string;
  readonly canonical: string;
  /** By `name` or `property`, lower case; the first occurrence counts. */
  readonly meta: ReadonlyMap<string, string>;
  readonly icons: readonly IconLink[];
  /** Content of `<meta http-equiv=refresh>`. */
  readonly refresh: string;
  /** The same in `<noscript>`, for browsers without scripts. */
  readonly scriptlessRefresh: string;
}

/** Reads the head of a document from its bytes while they arrive. */
export interface HeadReader {
  /** Takes the next bytes; returns false when no more are needed. */
  write(bytes: Uint8Array): Promise<boolean>;
  end(): Head;
}

const SLICE_LENGTH = 16_384;
const MAX_PARSE_MS = 2_000;
/** Enough for a byte order mark and the declarations that are searched before parsing. */
const START_BYTES = 1024;

/**
 * Creates a reader of a head. It stops at the end of the head, or after the first heading if the head has no title.
 * Scripts are not executed and links are not followed. Bytes are parsed as single characters, since markup is ASCII in
 * almost all encodings, and only the values are kept and decoded at the end, when the encoding is known. Parsing yields
 * to the event loop and has a limit of time.
 */
export function createHeadReader(contentType: string): HeadReader {
  const values = createValueReader();
  const parser = new Parser(values.handler, { decodeEntities: false });
  const encoding = createEncodingReader(contentType);
  let spentMs = 0;

  async function parse(text: string): Promise<boolean> {
    for (let start = 0; start < text.length; start += SLICE_LENGTH) {
      await breathe();
      const startedAt = performance.now();
      parser.write(text.slice(start, start + SLICE_LENGTH));
      spentMs += performance.now() - startedAt;
      if (spentMs > MAX_PARSE_MS || values.isStopped()) return false;
    }
    return !values.hasTitle() || !encoding.isSettled(values.declared());
  }

  let start: Uint8Array | null = new Uint8Array();
  return {
    async write(bytes) {
      if (start === null) return parse(encoding.read(bytes));
      start = Buffer.concat([start, bytes]);
      if (start.length < START_BYTES) return true;
      const first = start;
      start = null;
      return parse(encoding.read(first));
    },
    end() {
      if (start !== null) parser.write(encoding.read(start));
      // Values that are still open at the end of a truncated document count.
      parser.end();
      return decodeHead(values, encoding.decoderFor(values.declared()));
    },
  };
}

/** Converts bytes to text of single-byte characters, and collects the evidence of their encoding. */
function createEncodingReader(contentType: string) {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let certain: TextDecoder | null | undefined;
  let isUtf8 = true;
  let sample = Buffer.alloc(0);
  let isAscii = true;

  function inspect(bytes: Uint8Array): void {
    try {
      if (isUtf8) utf8.decode(bytes, { stream: true });
    } catch {
      isUtf8 = false;
    }
    const first = isAscii ? bytes.findIndex((byte) => byte >= 0x80) : 0;
    if (first < 0) return;
    isAscii = false;
    const room = SAMPLE_BYTES - sample.length;
    if (room > 0) sample = Buffer.concat([sample, bytes.subarray(first, first + room)]);
  }

  const choose = (declared: string | undefined): string =>
    certain ? 'utf-8' : chooseEncoding({ contentType, declared, isUtf8, sample });

  return {
    read(bytes: Uint8Array): string {
      if (certain === undefined) {
        const label = certainCharset(bytes, contentType);
        certain = label === null ? null : new TextDecoder(label);
      }
      if (certain) return Buffer.from(certain.decode(bytes, { stream: true }), 'utf8').toString('latin1');
      inspect(bytes);
      return Buffer.from(bytes).toString('latin1');
    },
    /** Whether more of the document would not change its encoding: it is declared or UTF-8, or there is a sample. */
    isSettled: (declared: string | undefined): boolean =>
      declared !== undefined ||
      contentType.includes('charset=') ||
      Boolean(certain) ||
      isUtf8 ||
      sample.length >= SAMPLE_BYTES,
    decoderFor(declared: string | undefined): (value: string) => string {
      const decoder = new TextDecoder(choose(declared));
      return (value) => decoder.decode(Buffer.from(value, 'latin1'));
    },
  };
}

const MAX_VALUE_LENGTH = 8_192;
/** In bytes; a description of the maximum length takes several per character. */
const MAX_CONTENT_LENGTH = 32_768;
/** An icon may be in the page itself. */
const MAX_DATA_LENGTH = 64 * 1024;
const MAX_DATA_ICONS = 4;
const MAX_META = 200;
const MAX_ICONS = 32;
const MAX_JSON = 8;
const MAX_JSON_LENGTH = 128 * 1024;
/** The work of the parser per tag grows with the number of open tags; real documents are not this deep. */
const MAX_DEPTH = 256;
const ICON_RELS = ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed'];

interface Values {
  title: string;
  heading: string;
  json: string[];
  base: string;
  canonical: string;
  meta: Map<string, string>;
  icons: IconLink[];
  refresh: string;
  scriptlessRefresh: string;
}

type ValueReader = ReturnType<typeof createValueReader>;

/** Collects the undecoded values of a document. */
function createValueReader() {
  const values: Values = {
    title: '',
    heading: '',
    json: [],
    base: '',
    canonical: '',
    meta: new Map(),
    icons: [],
    refresh: '',
    scriptlessRefresh: '',
  };
  let declared: string | undefined;
  /** The element whose text is being collected. */
  let open: 'title' | 'h1' | 'json' | null = null;
  let text = '';
  let isInBody = false;
  let isTooDeep = false;
  let depth = 0;
  const inside = { svg: 0, noscript: 0 };

  const isBlank = (value: string): boolean => value.trim() === '';
  const hasTitle = (): boolean =>
    ![values.title, values.heading, metaOf('og:title'), metaOf('twitter:title')].every(isBlank) ||
    values.json.some((one) => one.includes('"headline"'));
  const metaOf = (name: string): string => values.meta.get(name) ?? '';

  function begin(element: NonNullable<typeof open>): void {
    open = element;
    text = '';
  }

  function close(): void {
    if (open === 'title' && isBlank(values.title)) values.title = text;
    else if (open === 'h1' && isBlank(values.heading)) values.heading = text;
    else if (open === 'json') values.json.push(text);
    open = null;
  }

  function onLink({ rel = '', href = '', type = '', sizes = '' }: Attributes): void {
    const rels = rel.toLowerCase().split(/\s+/);
    if (href === '') return;
    if (rels.includes('canonical')) values.canonical ||= href;
    const { icons } = values;
    if (icons.length >= MAX_ICONS || !ICON_RELS.some((name) => rels.includes(name))) return;
    if (isData(href) && icons.filter((icon) => isData(icon.href)).length >= MAX_DATA_ICONS) return;
    icons.push({ href, rel: rel.toLowerCase(), type: type.toLowerCase(), sizes: sizes.toLowerCase() });
  }

  function onMeta(attributes: Attributes): void {
    const { name, property, content = '', charset } = attributes;
    const directive = attributes['http-equiv']?.toLowerCase();
    declared ??=
      charset ??
      (directive === 'content-type' ? /charset\s*=\s*["']?([\w:.-]+)/i.exec(content)?.[1] : undefined);
    if (directive === 'refresh') values[inside.noscript > 0 ? 'scriptlessRefresh' : 'refresh'] ||= content;
    const key = (property ?? name ?? '').toLowerCase();
    const isNew = key !== '' && content !== '' && values.meta.size < MAX_META && !values.meta.has(key);
    if (isNew) values.meta.set(key, content);
  }

  function onStart(name: string, raw: Record<string, string>): void {
    if (name === 'title' && inside.svg === 0 && isBlank(values.title)) return begin('title');
    if (name === 'h1' && isBlank(values.heading)) return begin('h1');
    if (name === 'script' && values.json.length < MAX_JSON && /ld\+json/i.test(raw['type'] ?? ''))
      return begin('json');
    if (name === 'link') onLink(shortAttributes(raw));
    else if (name === 'meta') onMeta(shortAttributes(raw));
    else if (name === 'base') values.base ||= shortAttributes(raw).href ?? '';
  }

  return {
    values,
    declared: () => declared,
    /** Whether the head has ended, and there is a title. */
    hasTitle: () => isInBody && hasTitle(),
    isStopped: () => isTooDeep,
    handler: {
      onopentag(name: string, raw: Record<string, string>) {
        if (isTooDeep || (isInBody && hasTitle())) return;
        depth += 1;
        if (depth > MAX_DEPTH) isTooDeep = true;
        if (name === 'body') isInBody = true;
        else if (name === 'svg' || name === 'noscript') inside[name] += 1;
        // A description in the body may be a comment of a reader.
        else if (!isInBody || name === 'title' || name === 'h1' || name === 'script') onStart(name, raw);
      },
      ontext(data: string) {
        const limit = open === 'json' ? MAX_JSON_LENGTH : MAX_VALUE_LENGTH;
        if (open !== null && text.length < limit) text += data.slice(0, limit);
      },
      onclosetag(name: string) {
        depth -= 1;
        if (name === 'svg' || name === 'noscript') inside[name] = Math.max(0, inside[name] - 1);
        else if (name === 'head') isInBody = true;
        else if (name === open || (name === 'script' && open === 'json')) close();
      },
      onend: () => close(),
    },
  };
}

function decodeHead({ values }: ValueReader, decode: (value: string) => string): Head {
  const attribute = (value: string): string => decodeHTMLAttribute(decode(value));
  return {
    title: decodeHTML(decode(values.title)),
    heading: decodeHTML(decode(values.heading)),
    headline: values.json.map((text) => headlineOf(decode(text))).find((text) => text.trim() !== '') ?? '',
    base: attribute(values.base),
    canonical: attribute(values.canonical),
    meta: new Map([...values.meta].map(([key, value]) => [key, attribute(value)])),
    icons: values.icons.map((icon) => ({ ...icon, href: attribute(icon.href) })),
    refresh: attribute(values.refresh),
    scriptlessRefresh: attribute(values.scriptlessRefresh),
  };
}

const MAX_JSON_NODES = 1_000;

/** Returns the first headline of a JSON-LD document; empty if there is none. */
function headlineOf(json: string): string {
  let next: unknown[];
  try {
    next = [JSON.parse(json)];
  } catch {
    return '';
  }
  for (let at = 0; at < next.length && at < MAX_JSON_NODES; at += 1) {
    const node = next[at];
    if (Array.isArray(node)) next.push(...(node as unknown[]).slice(0, MAX_JSON_NODES));
    else if (typeof node === 'object' && node !== null) {
      const { headline, '@graph': graph } = node as Record<string, unknown>;
      if (typeof headline === 'string' && headline.trim() !== '') return decodeHTML(headline);
      if (graph !== undefined) next.push(graph);
    }
  }
  return '';
}

const isData = (href: string): boolean => /^\s*data:/i.test(href);

const relevantAttributes = [
  'rel',
  'href',
  'type',
  'sizes',
  'name',
  'property',
  'content',
  'charset',
  'http-equiv',
] as const;

type Attributes = Partial<Record<(typeof relevantAttributes)[number], string>>;

/** Returns the relevant own attributes, without values that are too long. */
function shortAttributes(raw: Record<string, string>): Attributes {
  const attributes: Attributes = {};
  for (const name of relevantAttributes) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value === undefined) continue;
    if (value.length <= maxLengthOf(name, value)) attributes[name] = value;
  }
  return attributes;
}

function maxLengthOf(name: keyof Attributes, value: string): number {
  if (name === 'content') return MAX_CONTENT_LENGTH;
  return name === 'href' && isData(value) ? MAX_DATA_LENGTH : MAX_VALUE_LENGTH;
}
