import type { NextRequest } from 'next/server';
import { answerVisit } from '@/app/public/answer-visit';
import { showPicture } from '@/app/public/show-picture';
import { readVisit } from '@/app/public/visit';

export const dynamic = 'force-dynamic';

/** The picture of a public collection, for messengers and networks. */
export async function GET(request: NextRequest): Promise<Response> {
  return answerVisit(await readVisit(request), { file: 'picture.png', size: 1 }, showPicture);
}
