import { processWide } from '@/lib/bff/process-wide';
import { createSessionCookie } from '@/lib/bff/session-cookie';
import { createSessionSeal } from '@/lib/bff/session-seal';
import { createSessions, type Sessions } from '@/lib/bff/sessions';
import { env } from '@/lib/env/server';

/** The sessions of this installation. For those who only look at one: no database and no provider is opened. */
export function processSessions(): Sessions {
  return processWide('sessions', () => {
    const { sessionSecret, appUrl } = env();
    const cookie = createSessionCookie(appUrl.startsWith('https:'));
    return createSessions(createSessionSeal(sessionSecret), cookie, Date.now);
  });
}
