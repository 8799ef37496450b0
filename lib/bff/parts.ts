import type { BrowserCookie } from '@/lib/bff/browser-cookie';
import type { FlowCookie } from '@/lib/bff/flow-cookie';
import type { Renew } from '@/lib/bff/renewal';
import type { Service } from '@/lib/bff/send';
import type { Sessions } from '@/lib/bff/sessions';
import type { Log } from '@/lib/observability/log';

/** What the calls of the BFF stand on. */
export interface Parts {
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
