import type { CopyKind } from '@/lib/contract/copies';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { ProviderDeps } from '@/provider/deps';
import { sniffType } from '@/provider/integrations/fetch/read-body';
import { drawPicture, rasterizeSvg } from '@/provider/integrations/images/image';
import { findFoundUrl } from '@/provider/integrations/pages/page-metadata';
import { widestSource } from '@/provider/integrations/pages/page-pictures';
import type { Article, CopiedArticle, PictureSource } from '@/provider/integrations/reader/article-program';
import { fetchCopy, type FetchedArticle, type ReadingFor } from '@/provider/integrations/reader/article';
import { storeBlob, type StoredBlob } from '@/provider/modules/blobs/blobs';

/** A picture of a reader copy, stored but not referred to yet. */
export interface KeptPicture {
  /** The beginning of the hash of its file, by which the document names it. */
  readonly name: string;
  readonly blob: StoredBlob;
}

/** A copy to store. */
export interface CopyDraft {
  readonly kind: CopyKind;
  readonly url: string;
  readonly title: string;
  readonly byline: string;
  readonly language: string | null;
  readonly text: string;
  readonly wordCount: number;
  readonly document: string;
  readonly pictures: readonly KeptPicture[];
}

export type CopiedPage =
  | { readonly status: 'ready'; readonly article: Article; readonly draft: CopyDraft }
  | { readonly status: Exclude<FetchedArticle['status'], 'ready'> };

type Deps = Pick<ProviderDeps, 'db' | 'blobs' | 'clock' | 'fetchPage' | 'config'>;

/**
 * Fetches a page and its pictures, through the guard, and returns its article as a reader copy. Pictures are decoded in
 * the isolated program and stored; those that cannot be read, and those beyond the size of a copy, are left out.
 */
export async function copyPage(deps: Deps, url: string, purpose: ReadingFor): Promise<CopiedPage> {
  const fetched = await fetchCopy(deps, url, purpose);
  if (fetched.status !== 'ready') return { status: fetched.status };
  const { article } = fetched.article;
  const deadline = AbortSignal.timeout(picturesMs);
  const signal = 'signal' in purpose ? AbortSignal.any([deadline, purpose.signal]) : deadline;
  const fetchSource = (source: PictureSource) =>
    fetchPicture(deps, source, fetched.article, { ...purpose, signal });
  const draft = await draftCopy(deps, fetched.article, { kind: 'reader', url, read: fetchSource, signal });
  return { status: 'ready', article, draft };
}

/** How a copy is made of an article. */
interface Drafting {
  readonly kind: Exclude<CopyKind, 'full'>;
  readonly url: string;
  /** Returns the file of a picture; null without one. */
  readonly read: (source: PictureSource) => Promise<Uint8Array | null>;
  /** Ends the reading of pictures. */
  readonly signal: AbortSignal;
}

/** Returns an article as a copy, with the pictures that can be read and decoded. */
export async function draftCopy(
  deps: Pick<Deps, 'db' | 'blobs' | 'clock' | 'config'>,
  copied: CopiedArticle,
  { kind, url, read, signal }: Drafting,
): Promise<CopyDraft> {
  const { article, html, language } = copied;
  const kept = await keepPictures(deps, copied, { read, signal });
  const document = placePictures(html, kept);
  const { title, byline, text, wordCount } = article;
  const pictures = [...new Map([...kept.values()].map((picture) => [picture.name, picture])).values()];
  return { kind, url, title, byline, language, text, wordCount, document, pictures };
}

interface SizedPicture extends KeptPicture {
  readonly width: number;
  readonly height: number;
}

/** The sanitizer writes pictures in exactly this form. */
const pictureTag = /<img src="copy:(\d+)" alt="([^"]*)" \/>/g;

const placePictures = (html: string, kept: ReadonlyMap<number, SizedPicture>): string =>
  html.replace(pictureTag, (_tag, number: string, alt: string) => {
    const picture = kept.get(Number(number));
    if (!picture) return '';
    const { name, width, height } = picture;
    return `<img src="copy:${name}" alt="${alt}" width="${width}" height="${height}" loading="lazy" />`;
  });

/** Pictures that are fetched at once, and so are in memory. */
const fetchedAtOnce = 3;
const nameLength = 32;
/** Pictures that have not arrived by then are left out: a person may be waiting, and another page in any case. */
const picturesMs = 30_000;

async function keepPictures(
  deps: Pick<Deps, 'db' | 'blobs' | 'clock' | 'config'>,
  { pictures, html }: CopiedArticle,
  { read, signal }: Pick<Drafting, 'read' | 'signal'>,
): Promise<ReadonlyMap<number, SizedPicture>> {
  const kept = new Map<number, SizedPicture>();
  let room = serviceLimits.copyBytes - Buffer.byteLength(html);
  for (let at = 0; at < pictures.length && room > 0 && !signal.aborted; at += fetchedAtOnce) {
    const some = pictures.slice(at, at + fetchedAtOnce);
    const files = await Promise.all(some.map(read));
    for (const [index, bytes] of files.entries()) {
      const drawn = bytes && (await draw(bytes, deps.config.programs));
      // In the order of the page, so that an unchanged page has the same copy again.
      if (!drawn || drawn.file.byteLength > room) continue;
      room -= drawn.file.byteLength;
      const blob = await storeBlob(deps, [drawn.file], {
        contentType: 'image/webp',
        maxBytes: serviceLimits.copyBytes,
      });
      kept.set(at + index, {
        name: blob.hash.slice(0, nameLength),
        blob,
        width: drawn.width,
        height: drawn.height,
      });
    }
  }
  return kept;
}

const edge = serviceLimits.copyPictureEdge;

async function draw(bytes: Uint8Array, programs: string | undefined) {
  if (sniffType(bytes) !== 'image/svg+xml') return drawPicture(bytes, edge, programs);
  const png = await rasterizeSvg(bytes, { edge: edge / 2, maxInputEdge: 16_384, programs });
  return png && drawPicture(png, edge, programs);
}

const inlinePicture = /^data:image\/(?:png|jpeg|gif|webp);base64,([a-z\d+/=\s]+)$/i;

async function fetchPicture(
  { fetchPage }: Deps,
  source: PictureSource,
  { url, base }: Pick<CopiedArticle, 'url' | 'base'>,
  options: ReadingFor & { signal: AbortSignal },
): Promise<Uint8Array | null> {
  const href = widestSource(source.srcset) || source.src;
  const inline = inlinePicture.exec(href)?.[1];
  if (inline !== undefined) return Buffer.from(inline, 'base64');
  const found = findFoundUrl(href, new URL(base), new URL(url));
  if (!found) return null;
  const file = await fetchPage(found.href, {
    ...options,
    // The content decides, never the header.
    accept: ['image/webp', 'image/jpeg', 'image/png', 'image/gif', 'image/svg+xml', '*/*'],
    maxBytes: serviceLimits.coverBytes,
  });
  return file && file.bytes;
}
