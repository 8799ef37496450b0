import { setImmediate as breathe } from 'node:timers/promises';
import { Parser } from 'htmlparser2';

export interface IconLink {
  readonly href: string;
  /** Lower case, as written: `shortcut icon`, `apple-touch-icon`. */
  readonly rel: string;
  readonly type: string;
  readonly sizes: string;
}

/** What the head of a document says, as it is written there: nothing is trimmed, resolved or judged. */
export interface Head {
  title: string;
  base: string;
  canonical: string;
  /** By `name` or `property`, lower case; the first of each counts. */
  readonly meta: ReadonlyMap<string, string>;
  readonly icons: readonly IconLink[];
}

const SLICE_LENGTH = 16_384;
const MAX_PARSE_MS = 2_000;
const MAX_VALUE_LENGTH = 8_192;
const MAX_META = 200;
const MAX_ICONS = 32;
/** The parser's work per tag grows with the number of open ones; no head is this deep. */
const MAX_DEPTH = 256;
const ICON_RELS = ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed'];

/**
 * Reads the head of an HTML document and stops at its end. Nothing is executed and no link is followed. Works in
 * slices, lets others run between them, and gives up on a document that keeps it busy for long.
 */
export async function readHead(html: string): Promise<Head> {
  const reader = createHeadReader();
  const parser = new Parser(reader.handler, { decodeEntities: true });
  const deadline = performance.now() + MAX_PARSE_MS;
  for (let start = 0; start < html.length && !reader.isDone(); start += SLICE_LENGTH) {
    if (start > 0) await breathe();
    if (performance.now() > deadline) break;
    parser.write(html.slice(start, start + SLICE_LENGTH));
  }
  return reader.head;
}

function createHeadReader() {
  const meta = new Map<string, string>();
  const icons: IconLink[] = [];
  const head = { title: '', base: '', canonical: '', meta, icons };
  let isDone = false;
  let isInTitle = false;
  let hasTitle = false;
  let pictures = 0;
  let depth = 0;

  function onLink({ rel = '', href = '', type = '', sizes = '' }: Attributes): void {
    const rels = rel.toLowerCase().split(/\s+/);
    if (href === '') return;
    if (rels.includes('canonical')) head.canonical ||= href;
    if (icons.length < MAX_ICONS && ICON_RELS.some((name) => rels.includes(name))) {
      icons.push({ href, rel: rel.toLowerCase(), type: type.toLowerCase(), sizes: sizes.toLowerCase() });
    }
  }

  function onMeta({ name, property, content = '' }: Attributes): void {
    const key = (property ?? name ?? '').toLowerCase();
    if (key !== '' && content !== '' && meta.size < MAX_META && !meta.has(key)) meta.set(key, content);
  }

  return {
    head,
    isDone: () => isDone,
    handler: {
      onopentag(name: string, raw: Record<string, string>) {
        if (isDone) return;
        depth += 1;
        if (name === 'body' || depth > MAX_DEPTH) isDone = true;
        // An inline picture has a title of its own.
        else if (name === 'svg') pictures += 1;
        else if (name === 'title' && pictures === 0 && !hasTitle) isInTitle = hasTitle = true;
        else if (name === 'link') onLink(shortAttributes(raw));
        else if (name === 'meta') onMeta(shortAttributes(raw));
        else if (name === 'base') head.base ||= shortAttributes(raw).href ?? '';
      },
      ontext(text: string) {
        if (isInTitle && head.title.length < MAX_VALUE_LENGTH) head.title += text.slice(0, MAX_VALUE_LENGTH);
      },
      onclosetag(name: string) {
        depth -= 1;
        if (name === 'title') isInTitle = false;
        else if (name === 'svg' && pictures > 0) pictures -= 1;
        else if (name === 'head') isDone = true;
      },
    },
  };
}

type Attributes = Partial<
  Record<'rel' | 'href' | 'type' | 'sizes' | 'name' | 'property' | 'content', string>
>;

const READ = ['rel', 'href', 'type', 'sizes', 'name', 'property', 'content'] as const;

/** The attributes that matter, without those that are too long to be meant; inherited names do not count. */
function shortAttributes(raw: Record<string, string>): Attributes {
  const attributes: Attributes = {};
  for (const name of READ) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value !== undefined && value.length <= MAX_VALUE_LENGTH) attributes[name] = value;
  }
  return attributes;
}
