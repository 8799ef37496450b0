import { answerListed } from '@/app/sitemaps/answer-listed';
import { siteMapIndex } from '@/lib/public-page/site-map';

export const dynamic = 'force-dynamic';

/** The index of the site map, for search engines. */
export function GET(request: Request): Promise<Response> {
  return answerListed(request, 1, (origin, { pages }) => siteMapIndex(origin, pages));
}
