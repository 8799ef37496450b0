import { randomBytes } from 'node:crypto';
import { createSessionCookie } from '@/lib/bff/session';
import type { OperationId } from '@/lib/contract/routes';

/**
 * A random name of this browser, by which the service knows who asked for a mailed code, and where an account has signed
 * in before. It opens nothing, and no script can read it.
 */
export interface BrowserCookie {
  read(header: string | null): string | null;
  /** A new name with the Set-Cookie header that stores it. */
  create(nowMs: number): { readonly id: string; readonly setCookie: string };
}

/** Requests for which the name matters. Others pass it on where there is one. */
const NAMED: readonly (OperationId | null)[] = [
  'auth.register',
  'auth.verifyEmail',
  'auth.resendVerification',
  'auth.forgotPassword',
  'auth.resetPassword',
  'auth.login',
  'auth.finishGoogle',
  'account.resendVerification',
  'account.changeEmail',
];

export const needsBrowserName = (operation: OperationId | null): boolean => NAMED.includes(operation);

/** What browsers keep a cookie for at most. */
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

/** Keeps what a browser began with an issuer, until it comes back. The provider has sealed it; here it is only kept. */
export interface FlowCookie {
  read(header: string | null): string | null;
  write(flow: string, nowMs: number): string;
  clear(): string;
}

/** As long as the provider takes it. */
const lifeMs = 10 * 60_000;

/** `SameSite=Lax` lets the cookie come along when the issuer sends the browser back. */
export function createFlowCookie(isSecure: boolean): FlowCookie {
  const cookie = createSessionCookie(isSecure, 'markwell-flow');
  return {
    read: (header) => cookie.read(header)[0] ?? null,
    write: (flow, nowMs) => cookie.write(flow, nowMs + lifeMs),
    clear: () => cookie.clear(),
  };
}
