import { createCall } from '@/lib/api-client/create-call';
import { sendFrom } from '@/lib/bff/send-from';
import type { Output } from '@/lib/contract';
import { env } from '@/lib/env/server';
import { createLog } from '@/lib/observability/log';
import { nothingAllowed, respond } from '@/lib/public-page/respond';

type Listed = Output<'collections.listed'>;

/** Answers with a file of the site map, written from a page of the collections that may be listed. */
export async function answerListed(
  { headers }: Request,
  page: number,
  write: (origin: string, listed: Listed) => string,
): Promise<Response> {
  try {
    const listed = await createCall(sendFrom(headers, null))('collections.listed', { query: { page } });
    if (page > Math.max(1, listed.pages)) return noSuchPart();
    const answer = {
      status: 200,
      type: 'application/xml; charset=utf-8',
      body: write(env().appUrl, listed),
      contentPolicy: nothingAllowed,
      indexed: true,
    };
    return respond(answer, headers.get('if-none-match'));
  } catch (error) {
    createLog('public').error({ err: error }, 'the service did not answer for the site map');
    return new Response(null, { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '60' } });
  }
}

export const noSuchPart = (): Response =>
  new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } });
