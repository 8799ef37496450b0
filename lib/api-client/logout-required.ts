/** Told on `window` when the service no longer knows the session; `detail` holds the words for the reader. */
const EVENT = 'logout-required';

/** Whether a refusal ends the session in this browser. A cross-origin refusal says nothing about it. */
export const endsSession = (status: number, code: string): boolean =>
  (status === 401 || status === 403) && code !== 'CROSS_ORIGIN' && code !== 'INVALID_CREDENTIALS';

/** What is said where the refusal has no words of its own, as one of a proxy in between. */
const WITHOUT_WORDS = 'Authentication required';

export function requireLogout(message: string): void {
  window.dispatchEvent(new CustomEvent<string>(EVENT, { detail: message || WITHOUT_WORDS }));
}

/** Calls `listener` with the words of each refusal; returns a function that stops it. */
export function onLogoutRequired(listener: (message: string) => void): () => void {
  const handle = (event: Event): void => listener(event instanceof CustomEvent ? String(event.detail) : '');
  window.addEventListener(EVENT, handle);
  return () => window.removeEventListener(EVENT, handle);
}
