import 'server-only';
import type { Send } from '@/lib/api-client/create-call';
import { languageOf } from '@/lib/bff/call-language';
import { timeZoneOf } from '@/lib/bff/call-time-zone';
import { currentDrawing, noteReply, type Drawing } from '@/lib/bff/drawing';
import { peerOf } from '@/lib/bff/peer';
import type { Session } from '@/lib/bff/session';
import { upstream } from '@/lib/bff/upstream';

/**
 * Sends calls to the service for whoever sent these headers: with their address, language and session, if any. All that
 * a page is drawn from comes this way, and is noted where somebody keeps the page ([Note: Kept pages]).
 */
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
    const answer = service.fetch(sent, peer);
    const drawing = currentDrawing();
    return drawing === undefined ? answer : noted(drawing, path, sent, answer);
  };
}

/** The answer, once it is noted what it says. Only what was read and found can be asked for again and compared. */
async function noted(
  drawing: Drawing,
  path: string,
  { method }: Request,
  answer: Promise<Response>,
): Promise<Response> {
  const response = await answer.catch((error: unknown) => {
    noteReply(drawing, path, null);
    throw error;
  });
  if (method !== 'GET' || response.status !== 200) {
    noteReply(drawing, path, null);
    return response;
  }
  const text = await response.text();
  noteReply(drawing, path, text);
  return new Response(text, { status: 200, headers: response.headers });
}
