import { randomBytes } from 'node:crypto';
import { createSessionCookie } from '@/lib/bff/session';
import type { OperationId } from '@/lib/contract/routes';

/**
 * Cookie with a random id of this browser. The service uses it to identify who requested a mailed code, and on which
 * devices an account has signed in before. It grants no access, and scripts cannot read it.
 */
export interface BrowserCookie {
  read(header: string | null): string | null;
  /** Creates an id and the Set-Cookie header that stores it. */
  create(nowMs: number): { readonly id: string; readonly setCookie: string };
}

/** Operations that need the id. Others forward it if there is one. */
const ID_OPERATIONS: readonly (OperationId | null)[] = [
  'auth.register',
  'auth.verifyEmail',
  'auth.resendVerification',
  'auth.forgotPassword',
  'auth.checkResetCode',
  'auth.resetPassword',
  'auth.login',
  'auth.finishGoogle',
  'account.resendVerification',
  'account.changeEmail',
];

export const needsBrowserId = (operation: OperationId | null): boolean => ID_OPERATIONS.includes(operation);

/** The longest lifetime that browsers accept for a cookie. */
const LIFE_MS = 400 * 24 * 60 * 60_000;
const FORM = /^[\w-]{43}$/;

export function createBrowserCookie(isSecure: boolean): BrowserCookie {
  const cookie = createSessionCookie(isSecure, 'markwell-browser');
  return {
    read: (header) => cookie.read(header).find((value) => FORM.test(value)) ?? null,
    create: (nowMs) => {
      const id = randomBytes(32).toString('base64url');
      return { id, setCookie: cookie.write(id, nowMs + LIFE_MS) };
    },
  };
}

/** Stores the state of an OpenID flow until the browser returns from the issuer. The provider has encrypted it. */
export interface FlowCookie {
  read(header: string | null): string | null;
  write(flow: string, nowMs: number): string;
  clear(): string;
}

/** The provider's limit for a flow. */
const lifeMs = 10 * 60_000;

/** With `SameSite=Lax` the cookie is sent when the issuer redirects back. */
export function createFlowCookie(isSecure: boolean): FlowCookie {
  const cookie = createSessionCookie(isSecure, 'markwell-flow');
  return {
    read: (header) => cookie.read(header)[0] ?? null,
    write: (flow, nowMs) => cookie.write(flow, nowMs + lifeMs),
    clear: () => cookie.clear(),
  };
}
