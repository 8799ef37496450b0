import { NetworkFailure, readProblem } from '@/lib/api/problem';
import { createCall, type Send } from '@/lib/api/request';
import { endsSession, requireLogout } from '@/lib/api/session';

let space: string | undefined;

/**
 * Sets the space that this page shows. Calls of the browser carry it: the space of the cookie changes when another tab
 * switches.
 */
export const setShownSpace = (uuid: string | undefined): void => {
  space = uuid;
};

export const shownSpace = (): string | undefined => space;

/** Sends a browser request; signs out if the response reports a missing session. */
export const send: Send = async (path, init, { suppressLogout = false }) => {
  const response = await fetch(path, {
    ...init,
    headers: { ...(space && { 'space-id': space }), ...init.headers },
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkFailure(error);
  });
  if (!suppressLogout && (response.status === 401 || response.status === 403)) {
    const problem = await readProblem(response.clone());
    if (endsSession(problem.status, problem.code)) requireLogout(problem.message);
  }
  return response;
};

/** Calls `/v1` from a browser: same origin, with the session cookie, through the BFF. */
export const call = createCall(send);
