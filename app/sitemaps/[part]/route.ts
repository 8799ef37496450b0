import { answerListed, noSuchPart } from '@/app/sitemaps/answer-listed';
import { siteMapPart } from '@/lib/public-page/site-map';

export const dynamic = 'force-dynamic';

const partPattern = /\/([1-9]\d{0,3})\.xml$/;

/** A part of the site map. */
export async function GET(request: Request): Promise<Response> {
  const part = Number(partPattern.exec(new URL(request.url).pathname)?.[1] ?? 0);
  if (part === 0) return noSuchPart();
  return answerListed(request, part, (origin, { content }) => siteMapPart(origin, part, content));
}
