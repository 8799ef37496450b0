import { bff } from '@/lib/bff/bff';
import { renewVisit } from '@/lib/bff/renewal';
import { processSessions } from '@/lib/bff/session';

export const dynamic = 'force-dynamic';

/** Target of the redirect when a session has to be renewed. */
export const GET = (request: Request): Promise<Response> =>
  renewVisit({ sessions: processSessions(), renew: bff().renew }, request);
