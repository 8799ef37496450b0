import type { ProviderDeps } from '@/provider/deps';
import { serviceLimits } from '@/lib/contract/service-limits';
import { drawCover, drawPreview } from '@/provider/integrations/images/image';
import type { DrawnCover } from '@/provider/integrations/images/image-program';
import { readPagePictures } from '@/provider/integrations/pages/page-pictures';

type Deps = Pick<ProviderDeps, 'fetchPage' | 'config'>;

interface FetchFor {
  /** Undefined in a job. */
  readonly accountId?: string;
  readonly language?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Types of pictures that are decoded, and those of servers that name none. The content decides, never the header. */
const pictureTypes = [
  'image/webp',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/jpg',
  'application/octet-stream',
  'binary/octet-stream',
];

const named = { width: 160, height: 90 };
/** Pictures of the content may be icons, avatars or decoration. */
const shown = { width: 400, height: 200 };
/** Longer than wide by this factor, a picture is a column or a line. */
const ratioMax = 4;
const candidatesMax = 4;

/** What the search for a cover led to. */
export type FoundCover =
  | { readonly status: 'found'; readonly cover: DrawnCover; readonly url: string }
  | { readonly status: 'none' }
  | { readonly status: 'unreachable' };

/**
 * Fetches the picture that a page names for previews, or else the first large one of its content, through the guard, and
 * decodes it in the isolated program.
 */
export async function findCover(deps: Deps, pageUrl: string, options: FetchFor): Promise<FoundCover> {
  const pictures = await readPagePictures(deps.fetchPage, pageUrl, options);
  if (pictures === null) return { status: 'unreachable' };
  const candidates = [
    ...pictures.named.map((url) => ({ url, least: named })),
    ...pictures.shown.map((url) => ({ url, least: shown })),
  ].slice(0, candidatesMax);
  for (const { url, least } of candidates) {
    const cover = await fetchCover(deps, url, options);
    if (cover && isSuitable(cover, least)) return { status: 'found', cover, url };
  }
  return { status: 'none' };
}

function isSuitable({ original: { width, height } }: DrawnCover, least: typeof named): boolean {
  return (
    width >= least.width && height >= least.height && Math.max(width / height, height / width) <= ratioMax
  );
}

/** Fetches a picture and decodes it; null if it cannot be fetched or decoded, regardless of the reason. */
export async function fetchCover(deps: Deps, url: string, options: FetchFor): Promise<DrawnCover | null> {
  const bytes = await fetchPicture(deps, url, options);
  return bytes && drawCover(bytes, deps.config.programs);
}

async function fetchPicture({ fetchPage }: Deps, url: string, options: FetchFor): Promise<Uint8Array | null> {
  const file = await fetchPage(url, { ...options, accept: pictureTypes, maxBytes: serviceLimits.coverBytes });
  return file && file.bytes;
}

/** A picture to choose from. */
export interface Picture {
  url: string;
  width: number;
  height: number;
  /** A `data:` URL. */
  preview: string;
}

const offeredMax = 8;
const leastOffered = { width: 120, height: 80 };

/** Returns the pictures of a page that can be its cover, best first; none if the page cannot be read. */
export async function listPictures(deps: Deps, pageUrl: string, options: FetchFor): Promise<Picture[]> {
  const pictures = await readPagePictures(deps.fetchPage, pageUrl, options);
  const urls = pictures ? [...pictures.named, ...pictures.shown].slice(0, offeredMax) : [];
  const offered: Picture[] = [];
  // One after another, so that only one picture is in memory.
  for (const url of urls) {
    const bytes = await fetchPicture(deps, url, options);
    const drawn = bytes && (await drawPreview(bytes, deps.config.programs));
    if (!drawn || !isSuitable(drawn, leastOffered)) continue;
    const preview = `data:image/webp;base64,${Buffer.from(drawn.files[0] ?? []).toString('base64')}`;
    offered.push({ url, ...drawn.original, preview });
  }
  return offered;
}
