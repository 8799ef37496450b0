import type { Favicon } from '@/provider/integrations/favicon';

export interface FaviconReply {
  readonly status: 200 | 304;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly headers: Readonly<Record<string, string>>;
}

const WEEK_SECONDS = 7 * 24 * 60 * 60;
const HOUR_SECONDS = 60 * 60;

/**
 * The answer that carries an icon, or says that the reader's copy is still good. A found icon is kept for a week; a
 * tile that stands in while none has been found yet, for an hour. Opened by itself, neither can do anything.
 */
export function faviconReply(icon: Favicon, ifNoneMatch: string | null, isFinal: boolean): FaviconReply {
  const headers = {
    'cache-control': `private, max-age=${isFinal ? WEEK_SECONDS : HOUR_SECONDS}`,
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
