import { z } from 'zod';
import { Language } from '@/lib/contract/schemas/account';

const Token = z.object({
  token: z.string().min(1),
  /** Milliseconds since 1970. */
  expires: z.number(),
});

/** What the sealed cookie carries. The provider checks the tokens again at every call. */
export const Session = z.object({
  v: z.literal(1),
  sessionId: z.string(),
  accountId: z.string(),
  access: Token,
  refresh: Token,
  /** The space in use as the account last told it; null leaves the choice to the provider. */
  space: z.string().nullable(),
  /** A hint for redirects and menus; the provider decides. */
  isAdmin: z.boolean(),
  language: Language.nullable(),
});
export type Session = z.infer<typeof Session>;

/** Tokens are renewed this long before they run out, so that none runs out on its way. */
const MARGIN_MS = 60_000;

/** Whether the access token is to be renewed before it is used. */
export function isStale(session: Session, nowMs: number): boolean {
  return session.access.expires - nowMs < MARGIN_MS;
}

/** What a browser may know of its session. */
export function describeSession({ refresh, isAdmin }: Session): { expires: string; isAdmin: boolean } {
  return { expires: new Date(refresh.expires).toISOString(), isAdmin };
}
