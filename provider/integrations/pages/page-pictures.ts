import { setImmediate as breathe } from 'node:timers/promises';
import { decodeHTMLAttribute } from 'entities';
import { Parser } from 'htmlparser2';
import type { FetchedPage, FetchPage, FetchPageOptions } from '@/provider/deps';
import { isGate } from '@/provider/integrations/pages/gates';
import { findFoundUrl } from '@/provider/integrations/pages/page-metadata';

/** The pictures of a page. Every URL is absolute and has passed the URL check of the guard. */
export interface PagePictures {
  /** Those that the page names for previews (`og:image`, `twitter:image`), or the page itself if it is a picture. */
  readonly named: readonly string[];
  /** Those of its content, in its order. */
  readonly shown: readonly string[];
}

type ReadOptions = Pick<FetchPageOptions, 'accountId' | 'signal' | 'language' | 'onFailure'>;

const HTML_TYPES = ['text/html', 'application/xhtml+xml'];
const MAX_BYTES = 2 * 1024 * 1024;
const SLICE_LENGTH = 16_384;
const MAX_PARSE_MS = 2_000;
const MAX_NAMED = 4;
const MAX_SHOWN = 24;
const MAX_URL_LENGTH = 4_096;
const MAX_DEPTH = 256;
/** Pictures whose markup says that they are smaller are icons or decoration. */
const MIN_DECLARED_EDGE = 120;

/** Returns the pictures of a page; null if the page cannot be fetched, or if a gate is in front of it. */
export async function readPagePictures(
  fetchPage: FetchPage,
  url: string,
  options: ReadOptions = {},
): Promise<PagePictures | null> {
  const reader = createPictureReader();
  const page = await fetchPage(url, {
    ...options,
    accept: [...HTML_TYPES, '*/*'],
    maxBytes: MAX_BYTES,
    overflow: 'truncate',
    onBytes: async (bytes, head) => isHtml(head) && reader.write(bytes),
  });
  if (page === null) return null;
  if (/^image\/(?!svg)/.test(page.contentType)) return { named: [page.url], shown: [] };
  if (!isHtml(page)) return { named: [], shown: [] };
  if (page.bytes.length > 0) await reader.write(page.bytes);
  const found = reader.end();
  if (isGate({ requested: url, url: page.url, title: found.title })) return null;
  const address = new URL(page.url);
  const base = findFoundUrl(found.base, address, address) ?? address;
  const resolve = (hrefs: readonly string[]): string[] => [
    ...new Set(hrefs.flatMap((href) => findFoundUrl(href, base, address)?.href ?? [])),
  ];
  const named = resolve(found.named);
  return { named, shown: resolve(found.shown).filter((href) => !named.includes(href)) };
}

const isHtml = ({ contentType }: Pick<FetchedPage, 'contentType'>): boolean =>
  HTML_TYPES.includes(contentType.split(';', 1)[0]?.trim() ?? '');

const named = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'];

/** Collects the addresses of pictures from HTML while it arrives. Addresses are UTF-8, whatever the encoding of the page. */
function createPictureReader() {
  const byName = new Map<string, string[]>();
  const shown: string[] = [];
  let base = '';
  let title = '';
  let isInTitle = false;
  let depth = 0;
  let spentMs = 0;

  const valueOf = (raw: Record<string, string>, name: string): string => {
    const value = Object.hasOwn(raw, name) ? (raw[name] ?? '') : '';
    if (value.length > MAX_URL_LENGTH) return '';
    return decodeHTMLAttribute(Buffer.from(value, 'latin1').toString('utf8')).trim();
  };

  function onMeta(raw: Record<string, string>): void {
    const name = (valueOf(raw, 'property') || valueOf(raw, 'name')).toLowerCase();
    const content = valueOf(raw, 'content');
    const known = byName.get(name) ?? [];
    if (content !== '' && named.includes(name) && known.length < MAX_NAMED)
      byName.set(name, [...known, content]);
  }

  function onImage(raw: Record<string, string>): void {
    if (shown.length >= MAX_SHOWN) return;
    const isSmall = ['width', 'height'].some((side) => {
      const value = Number.parseInt(valueOf(raw, side), 10);
      return value < MIN_DECLARED_EDGE;
    });
    const source = widestSource(valueOf(raw, 'srcset')) || valueOf(raw, 'data-src') || valueOf(raw, 'src');
    if (!isSmall && source !== '' && !/^data:|\.svg(?:$|[?#])/i.test(source)) shown.push(source);
  }

  const parser = new Parser(
    {
      onopentag(tag, raw) {
        depth += 1;
        if (depth > MAX_DEPTH) return;
        if (tag === 'meta') onMeta(raw);
        else if (tag === 'img') onImage(raw);
        else if (tag === 'base') base ||= valueOf(raw, 'href');
        else if (tag === 'title' && title === '') isInTitle = true;
      },
      ontext(data) {
        if (isInTitle && title.length < MAX_URL_LENGTH) title += data;
      },
      onclosetag(tag) {
        depth -= 1;
        if (tag === 'title') isInTitle = false;
      },
    },
    { decodeEntities: false },
  );

  return {
    async write(bytes: Uint8Array): Promise<boolean> {
      const text = Buffer.from(bytes).toString('latin1');
      for (let at = 0; at < text.length; at += SLICE_LENGTH) {
        await breathe();
        const startedAt = performance.now();
        parser.write(text.slice(at, at + SLICE_LENGTH));
        spentMs += performance.now() - startedAt;
        // The work of the parser per tag grows with the number of open tags; real documents are not this deep.
        if (spentMs > MAX_PARSE_MS || depth > MAX_DEPTH) return false;
      }
      return true;
    },
    end() {
      parser.end();
      return {
        base,
        title: Buffer.from(title, 'latin1').toString('utf8').trim() || null,
        named: named.flatMap((name) => byName.get(name) ?? []).slice(0, MAX_NAMED),
        shown,
      };
    },
  };
}

/** Returns the widest source of a `srcset` up to 1,600 pixels; empty if none is declared with its width. */
export function widestSource(srcset: string): string {
  let best = { url: '', width: 0 };
  for (const match of srcset.matchAll(/([^\s,]\S*)\s+(\d{1,5})w/g)) {
    const [, url = '', width = '0'] = match;
    if (Number(width) <= 1_600 && Number(width) > best.width) best = { url, width: Number(width) };
  }
  return best.url;
}
