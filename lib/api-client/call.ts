import { NetworkFailure, readProblem } from '@/lib/api-client/api-problem';
import { createCall, type Send } from '@/lib/api-client/create-call';
import { endsSession, requireLogout } from '@/lib/api-client/logout-required';

const send: Send = async (path, init, { suppressLogout = false }) => {
  const response = await fetch(path, init).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkFailure(error);
  });
  if (!suppressLogout && (response.status === 401 || response.status === 403)) {
    const problem = await readProblem(response.clone());
    if (endsSession(problem.status, problem.code)) requireLogout(problem.message);
  }
  return response;
};

/** Calls `/v1` from a browser: same origin, by the session cookie, through the BFF. */
export const call = createCall(send);
