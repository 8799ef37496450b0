import type { NextRequest } from 'next/server';
import { answerVisit } from '@/app/public/answer-visit';
import { pageSize, showAtom } from '@/app/public/show';
import { readVisit } from '@/app/public/visit';

export const dynamic = 'force-dynamic';

/** The newest links of a public collection, as Atom 1.0. */
export async function GET(request: NextRequest): Promise<Response> {
  return answerVisit(await readVisit(request), { file: 'atom.xml', size: pageSize }, showAtom);
}
