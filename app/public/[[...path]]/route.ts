import type { NextRequest } from 'next/server';
import { showNotice } from '@/app/public/answer-visit';
import { readVisit } from '@/app/public/visit';

export const dynamic = 'force-dynamic';

/** Every other address below `/public`: nothing is there. */
export async function GET(request: NextRequest): Promise<Response> {
  return showNotice('notFound', await readVisit(request));
}
