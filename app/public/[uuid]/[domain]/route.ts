import type { NextRequest } from 'next/server';
import { answerVisit } from '@/app/public/answer-visit';
import { pageSize, showPage } from '@/app/public/show';
import { readVisit } from '@/app/public/visit';

export const dynamic = 'force-dynamic';

/** A public collection, written without the framework's runtime (decision 27). */
export async function GET(request: NextRequest): Promise<Response> {
  return answerVisit(await readVisit(request), { file: null, size: pageSize }, showPage);
}
