import type { Visit } from '@/app/public/visit';
import { HTTPS_FOR_A_YEAR } from '@/lib/bff/content-policy';
import { ApiProblem } from '@/lib/api-client/api-problem';
import type { PublicCollectionPage } from '@/lib/contract/schemas/public';
import { createLog } from '@/lib/observability/log';
import { filePath, slugForCall, viewPath, type AskedPage, type FileName } from '@/lib/public-page/addresses';
import { assets } from '@/lib/public-page/assets';
import { noticePage, noticeStatus, type Notice } from '@/lib/public-page/notice-page';
import { moved, respond, type Answer } from '@/lib/public-page/respond';

/** Makes an answer of a collection. */
export type Show = (page: PublicCollectionPage, asked: AskedPage, visit: Visit) => Answer | Promise<Answer>;

interface Place {
  /** The file below the page that is asked for; null for the page itself. */
  readonly file: FileName | null;
  /** How many bookmarks are needed. */
  readonly size: number;
}

/**
 * Answers a visit of a public collection. The service is asked each time, so that what is no longer public is gone with
 * the next request; an address that is not written as it should be leads to the one that is.
 */
export async function answerVisit(visit: Visit, place: Place, show: Show): Promise<Response> {
  const { asked } = visit;
  if (asked === null) return showNotice('notFound', visit);
  const found = await find(asked, place, visit);
  if (typeof found === 'string') return showNotice(found, visit);
  const { collection } = found;
  if (!asked.isExact || asked.slug !== collection.slug) {
    return moved(place.file === null ? viewPath(collection, asked) : filePath(collection, place.file));
  }
  return secured(respond(await show(found, asked, visit), visit.ifNoneMatch), visit);
}

/** A page of the same look that says what is the matter. */
export function showNotice(notice: Notice, visit: Visit): Response {
  const answer: Answer = {
    status: noticeStatus[notice],
    type: 'text/html; charset=utf-8',
    body: noticePage(notice, visit.look),
    contentPolicy: assets().contentPolicy,
    indexed: false,
    ...(notice !== 'notFound' && { headers: { 'retry-after': '60' } }),
  };
  return secured(respond(answer, null), visit);
}

async function find(
  { uuid, slug, q, page }: AskedPage,
  { file, size }: Place,
  { call }: Visit,
): Promise<PublicCollectionPage | Notice> {
  // Files are of the whole collection.
  const query = file === null ? { size, page, ...(q !== '' && { q }) } : { size };
  try {
    const found = await call('collections.public', { params: { uuid, slug: slugForCall(slug) }, query });
    return page > Math.max(1, found.pagination.pages) ? 'notFound' : found;
  } catch (error) {
    return noticeOf(error);
  }
}

function noticeOf(error: unknown): Notice {
  if (error instanceof ApiProblem) {
    if (error.code === 'RATE_LIMITED') return 'busy';
    if (error.status < 500) return 'notFound';
  }
  createLog('public').error({ err: error }, 'the service did not answer for a public collection');
  return 'away';
}

function secured(response: Response, { look }: Visit): Response {
  if (look.origin.startsWith('https:')) response.headers.set('strict-transport-security', HTTPS_FOR_A_YEAR);
  return response;
}
