import type { NextRequest } from 'next/server';
import { answerVisit } from '@/app/public/answer-visit';
import { pageSize, showRss } from '@/app/public/show';
import { readVisit } from '@/app/public/visit';

export const dynamic = 'force-dynamic';

/** The newest links of a public collection, as RSS 2.0. */
export async function GET(request: NextRequest): Promise<Response> {
  return answerVisit(await readVisit(request), { file: 'rss.xml', size: pageSize }, showRss);
}
