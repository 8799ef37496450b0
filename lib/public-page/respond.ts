import { createHash } from 'node:crypto';

/** What is answered to a visit. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly contentPolicy: string;
  /** Whether search engines may keep it. */
  readonly indexed: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of what is no page: it loads nothing and is shown in no frame. */
export const nothingAllowed = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Writes an answer. It may be kept, and is asked for anew each time, so that nothing outlives the end of a publication;
 * an answer that is still the same is not sent again.
 */
export function respond(answer: Answer, ifNoneMatch: string | null): Response {
  const { status, type, body, contentPolicy, indexed } = answer;
  const headers = new Headers({
    'cache-control': status === 200 ? 'no-cache' : 'no-store',
    'content-security-policy': contentPolicy,
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Accept-Language, Cookie',
    ...(!indexed && { 'x-robots-tag': 'noindex' }),
    ...answer.headers,
  });
  if (status === 200) {
    const tag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
    headers.set('etag', tag);
    if (isKnown(ifNoneMatch, tag)) return new Response(null, { status: 304, headers });
  }
  headers.set('content-type', type);
  return new Response(body, { status, headers });
}

/** The way to where something is now. A later name may be a former one again, so nobody may keep it. */
export const moved = (path: string): Response =>
  new Response(null, { status: 308, headers: { location: path, 'cache-control': 'no-store' } });

function isKnown(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((known) => weak(known) === weak(tag));
}

const weak = (tag: string): string => tag.trim().replace(/^W\//, '');
