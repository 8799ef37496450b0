import 'server-only';
import type { Send } from '@/lib/api-client/create-call';
import { languageOf } from '@/lib/bff/call-language';
import { timeZoneOf } from '@/lib/bff/call-time-zone';
import { peerOf } from '@/lib/bff/peer';
import type { Session } from '@/lib/bff/session';
import { upstream } from '@/lib/bff/upstream';

/** Sends requests of a page to the service with the visitor's address, language, time zone and session, if any. */
export function sendFrom(from: Headers, session: Session | null): Send {
  const service = upstream();
  const peer = peerOf(from);
  const own = {
    'accept-language': languageOf(from, session),
    'time-zone': timeZoneOf(from),
    ...(session && { authorization: `Bearer ${session.access.token}` }),
    ...(session?.space && { 'space-id': session.space }),
  };
  return (path, { signal: _, ...init }) => {
    const sent = new Request(`${service.origin}${path}`, init);
    for (const [name, value] of Object.entries(own)) sent.headers.set(name, value);
    return service.fetch(sent, peer);
  };
}
