import type { Favicon } from '@/provider/integrations/favicon';

export interface FaviconReply {
  readonly status: 200 | 304;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is known of a site's icon: found, known not to be there, or still being looked for. */
export type FaviconState = 'found' | 'missing' | 'awaited';

/** Seconds for which a reader keeps an answer: a tile that stands in for an icon gives way to it soon. */
const keptSeconds: Record<FaviconState, number> = { found: 7 * 24 * 3_600, missing: 3_600, awaited: 30 };

/**
 * The answer that carries an icon, or says that the reader's copy is still good. Opened by itself, it can do nothing.
 */
export function faviconReply(icon: Favicon, ifNoneMatch: string | null, state: FaviconState): FaviconReply {
  const headers = {
    'cache-control': `private, max-age=${keptSeconds[state]}`,
    etag: icon.etag,
    'content-type': icon.contentType,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  };
  const isFresh = (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === icon.etag);
  if (isFresh) return { status: 304, body: null, headers };
  return { status: 200, body: Uint8Array.from(icon.bytes), headers };
}
