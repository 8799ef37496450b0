import { createSessionCookie } from '@/lib/bff/session-cookie';

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
