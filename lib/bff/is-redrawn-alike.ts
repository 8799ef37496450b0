import 'server-only';
import { digestOf, type IsRedrawnAlike } from '@/lib/bff/drawing';
import { processSessions } from '@/lib/bff/process-sessions';
import { sendFrom } from '@/lib/bff/send-from';
import { isStale } from '@/lib/bff/session';

/** The check of this installation: with its sessions, and its service. */
export const isRedrawnAlike: IsRedrawnAlike = (headers, replies) =>
  areSame(headers, replies).catch(() => false);

async function areSame(headers: Headers, replies: ReadonlyMap<string, string>): Promise<boolean> {
  const { session } = await processSessions().find(headers.get('cookie'));
  if (!session || isStale(session, Date.now())) return false;
  const send = sendFrom(headers, session);
  // All in one turn, so that they share the look-up of who asks.
  const answers = await Promise.all(
    [...replies].map(async ([path, digest]) => {
      const response = await send(path, { method: 'GET' }, {});
      return response.status === 200 && digestOf(await response.text()) === digest;
    }),
  );
  return answers.every(Boolean);
}
