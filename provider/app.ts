import { Hono } from 'hono';
import type { Method } from '@/lib/contract/endpoint';
import { isPreflight, preflightHeaders } from '@/lib/contract/cross-origin';
import { contract, operationIds, type OperationId } from '@/lib/contract/index';
import type { ProviderDeps } from '@/provider/deps';
import { createAuthenticate } from '@/provider/middleware/authenticate';
import {
  assignRequestId,
  setContext,
  setHeaders,
  type AppContext,
  type AppEnv,
} from '@/provider/middleware/context';
import type { Handlers } from '@/provider/middleware/handler';
import { createAdmission, limitGuestBody, limitOperation } from '@/provider/middleware/limits';
import { mountEndpoint, type AnyHandler, type MountOptions } from '@/provider/middleware/mount';
import { createErrorHandler, problemResponse } from '@/provider/middleware/problems';
import { account, avatar } from '@/provider/modules/account/routes';
import { createErrorCounter } from '@/provider/modules/admin/errors';
import { admin } from '@/provider/modules/admin/routes';
import { accountSecurity } from '@/provider/modules/auth/account-security';
import { connect } from '@/provider/modules/auth/connect';
import { mountOauth } from '@/provider/modules/auth/oauth';
import { auth, oauth } from '@/provider/modules/auth/routes';
import { billing } from '@/provider/modules/billing/routes';
import { bookmarks, preview } from '@/provider/modules/bookmarks/routes';
import { bulk } from '@/provider/modules/bulk/service';
import { mountContent } from '@/provider/modules/copies/content-host';
import { copyRoutes } from '@/provider/modules/copies/routes';
import { collectionCoverRoutes, coverRoutes } from '@/provider/modules/covers/routes';
import { collections } from '@/provider/modules/collections/routes';
import { duplicates } from '@/provider/modules/duplicates/list';
import { encryption } from '@/provider/modules/encryption/routes';
import { highlightRoutes } from '@/provider/modules/highlights/routes';
import { events } from '@/provider/modules/events/feed';
import { exports } from '@/provider/modules/exports/routes';
import { feedback } from '@/provider/modules/feedback/routes';
import { imports } from '@/provider/modules/imports/routes';
import { mountMcp } from '@/provider/mcp/mount';
import { createMetrics } from '@/provider/modules/metrics/metrics';
import { pages } from '@/provider/modules/pages/routes';
import { publicCollections } from '@/provider/modules/public/routes';
import { search, searchFacets } from '@/provider/modules/search/routes';
import { watchDatabase } from '@/provider/modules/service/database-watch';
import { service } from '@/provider/modules/service/routes';
import { spaces } from '@/provider/modules/spaces/routes';
import { suggestions } from '@/provider/modules/suggestions/collections';
import { tags } from '@/provider/modules/tags/routes';
import { Problem } from '@/provider/problem';

/** A handler for every operation of the contract; a missing one is a type error. */
const handlers: Handlers<OperationId> = {
  ...auth,
  ...account,
  ...accountSecurity,
  ...avatar,
  ...oauth,
  ...connect,
  ...spaces,
  ...bookmarks,
  ...pages,
  ...coverRoutes,
  ...collectionCoverRoutes,
  ...highlightRoutes,
  ...copyRoutes,
  ...encryption,
  ...events,
  ...bulk,
  ...duplicates,
  ...tags,
  ...collections,
  ...publicCollections,
  ...imports,
  ...exports,
  ...search,
  ...searchFacets,
  ...suggestions,
  ...preview,
  ...billing,
  ...feedback,
  ...admin,
  ...service,
};

/** Creates the Hono app with a route for each descriptor of the contract. No other router matches requests. */
export function createApp(deps: ProviderDeps): Hono<AppEnv> {
  const app = createBaseApp(deps, createErrorCounter(deps, 'response'));
  const metrics = createMetrics(deps);
  if (metrics) {
    app.get('/metrics', metrics.scrape);
    app.use(metrics.measure);
  }
  app.use(watchDatabase(deps));
  mountOauth(app, deps);
  mountContent(app, deps);
  const options: MountOptions = {
    deps,
    authenticate: createAuthenticate(deps),
    limit: (id, actor) => limitOperation(deps, id, actor),
    limitGuestBody: (client) => limitGuestBody(deps, client),
    admission: createAdmission(deps.config),
  };
  for (const id of operationIds) mountEndpoint(app, contract[id], handlers[id] as AnyHandler, options);
  mountMcp(app, deps, options.admission);
  return app;
}

/** Creates an app without routes that sets the common headers and renders errors. */
export function createBaseApp(
  deps: Pick<ProviderDeps, 'log' | 'config'>,
  countError: () => void,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(assignRequestId, setContext, setHeaders);
  app.notFound((c) => refuseUnrouted(app, c));
  app.onError(createErrorHandler(deps, countError));
  return app;
}

/** Handles requests that match no route: an unknown path, an unsupported method, or OPTIONS. */
function refuseUnrouted(app: Hono<AppEnv>, c: AppContext): Response {
  if (!isDecodable(new URL(c.req.url).pathname)) return problemResponse(c, new Problem('MALFORMED_REQUEST'));
  const methods = routedMethods(app, c.req.path);
  if (methods.length === 0) return problemResponse(c, new Problem('NOT_FOUND'));
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
  if (c.req.method === 'OPTIONS') {
    return c.body(null, 204, { allow, ...(isPreflight(c.req.raw) && preflightHeaders) });
  }
  return problemResponse(c, new Problem('METHOD_NOT_ALLOWED', { headers: { allow } }));
}

const methods: readonly Method[] = ['DELETE', 'GET', 'POST', 'PUT'];

/** Methods with a route at a path. Middleware is excluded, because it matches any method. */
const routedMethods = ({ router }: Hono<AppEnv>, path: string): Method[] =>
  methods.filter((method) => router.match(method, path)[0].some(([[, route]]) => route.method === method));

function isDecodable(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes('\0');
  } catch {
    return false;
  }
}
