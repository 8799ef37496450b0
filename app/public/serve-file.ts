import 'server-only';
import { createHash } from 'node:crypto';
import { headers } from 'next/headers';
import { findCollection, guestCall, isMoved, pageSize } from '@/app/public/find-collection';
import { ApiProblem } from '@/lib/api/problem';
import type { CallFunction } from '@/lib/api/request';
import { HTTPS_FOR_A_YEAR } from '@/lib/bff/content-policy';
import type { PublicCollectionPage } from '@/lib/contract/public';
import { publicFilePath, readPublicAddress, type PublicFile } from '@/lib/domain/public-address';
import { env } from '@/lib/env/server';
import { createLog } from '@/lib/observability/log';

/** Path segments above a file. */
export interface FileParams {
  params: Promise<{ uuid: string; domain: string }>;
}

/** Content of a feed or a picture. */
export interface FileBody {
  type: string;
  body: string | Uint8Array<ArrayBuffer>;
}

interface FileRequest {
  uuid: string;
  slug: string;
  headers: Headers;
  call: CallFunction;
  origin: string;
}

type Write = (found: PublicCollectionPage, call: CallFunction) => FileBody | Promise<FileBody>;

/** Serves a file of a public collection from a route handler. */
export async function serveFile({ params }: FileParams, file: PublicFile, write: Write): Promise<Response> {
  const [{ uuid, domain }, list] = await Promise.all([params, headers()]);
  const request = { uuid, slug: domain, headers: list, call: guestCall(list), origin: env().appUrl };
  return respondWithFile(request, file, write);
}

/**
 * Same as `serveFile`, with an explicit request. Files are of the whole collection, regardless of the
 * query.
 */
export async function respondWithFile(
  request: FileRequest,
  file: PublicFile,
  write: Write,
): Promise<Response> {
  const address = readPublicAddress(request.uuid, request.slug);
  if (address === null) return empty(404);
  try {
    const found = await findCollection(request.call, address, file === 'opengraph-image' ? 1 : pageSize);
    if (found === null) return empty(404);
    // A former slug can become valid again, so the redirect must not be stored.
    if (isMoved(address, found)) return empty(308, { location: publicFilePath(found.collection, file) });
    return respond(request, found.collection.listed, await write(found, request.call));
  } catch (error) {
    const isBusy = error instanceof ApiProblem && error.code === 'RATE_LIMITED';
    if (!isBusy)
      createLog('public').error({ err: error }, 'a file of a public collection could not be served');
    return empty(isBusy ? 429 : 503, { 'retry-after': '60' });
  }
}

const empty = (status: number, more: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { 'cache-control': 'no-store', ...more } });

/** Clients may store the file but must revalidate it: nothing outlives the end of a publication. */
function respond(
  { headers: sent, origin }: FileRequest,
  listed: boolean,
  { type, body }: FileBody,
): Response {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  const isKnown = sent
    .get('if-none-match')
    ?.split(',')
    .some((tag) => weak(tag) === weak(etag) || tag.trim() === '*');
  return new Response(isKnown ? null : body, {
    status: isKnown ? 304 : 200,
    headers: {
      'content-type': type,
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      // Feed readers run in browsers too, and pages of other origins show the picture.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Language, Cookie',
      etag,
      ...(!listed && { 'x-robots-tag': 'noindex' }),
      ...(origin.startsWith('https:') && { 'strict-transport-security': HTTPS_FOR_A_YEAR }),
    },
  });
}

const weak = (tag: string): string => tag.trim().replace(/^W\//, '');
