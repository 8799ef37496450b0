import type { BrowserCookie, FlowCookie } from '@/lib/bff/cookies';
import type { ClientInfo, Service } from '@/lib/bff/service';
import type { Session, Sessions } from '@/lib/bff/session';
import type { Account } from '@/lib/contract/account';
import type { Log } from '@/lib/observability/log';

export type Renewal =
  | { readonly kind: 'renewed'; readonly session: Session; readonly account: Account }
  /** The provider rejected the session. */
  | { readonly kind: 'ended' }
  /** The provider could not be reached. */
  | { readonly kind: 'unavailable' };

export type Renew = (session: Session, client: ClientInfo) => Promise<Renewal>;

/** Dependencies of the BFF's request handlers. */
export interface BffContext {
  readonly service: Service;
  readonly sessions: Sessions;
  readonly flows: FlowCookie;
  readonly browsers: BrowserCookie;
  readonly renew: Renew;
  /** The configured public origin of the application. */
  readonly ownOrigin: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Log;
}
