import { Hono } from 'hono';
import { contract, operationIds, type OperationId } from '@/lib/contract/index';
import type { ProviderDeps } from '@/provider/deps';
import { createAdmission } from '@/provider/http/admission';
import { createAuthenticate } from '@/provider/http/authenticate';
import { createContext, type Peer } from '@/provider/http/context';
import { createDatabaseWatch, type DatabaseWatch } from '@/provider/http/database-watch';
import { asProblem, databaseUnavailable } from '@/provider/http/failure';
import { handlers } from '@/provider/http/handlers';
import { limitOperation } from '@/provider/http/limit-operation';
import { mountEndpoint, type AnyHandler, type MountOptions } from '@/provider/http/mount';
import { allowedMethods } from '@/provider/http/allowed-methods';
import { problemResponse } from '@/provider/http/problem-response';
import { emptyHeaders } from '@/provider/http/response-headers';
import { Problem } from '@/provider/problem';

export interface AppEnv {
  Bindings: { peer: Peer | undefined };
}

const honoPath = (template: string): string => template.replace(/\{(\w+)\}/g, ':$1');

/** The HTTP application: one route for each descriptor of the contract, and a plain refusal for all else. */
export function createApp(deps: ProviderDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const options: MountOptions = {
    deps,
    authenticate: createAuthenticate(deps),
    limit: (id, actor) => limitOperation(deps, id, actor),
    admission: createAdmission(deps.config),
  };
  const watch = createDatabaseWatch(deps);
  for (const id of operationIds) mountOperation(app, id, options, watch);

  app.notFound(({ req, env }) => refuseUnrouted(req.raw, createContext(req.raw, env.peer)));
  app.onError((error, { req, env }) => {
    const context = createContext(req.raw, env.peer);
    return problemResponse(asProblem(error, { requestId: context.requestId }, deps.log), context);
  });
  return app;
}

function mountOperation(
  app: Hono<AppEnv>,
  id: OperationId,
  options: MountOptions,
  watch: DatabaseWatch,
): void {
  const endpoint = contract[id];
  const serve = mountEndpoint(endpoint, handlers[id] as AnyHandler, options);
  app.on(endpoint.method, honoPath(endpoint.path), async (c) => {
    const context = createContext(c.req.raw, c.env.peer);
    const response = await watch.guard(serve(c.req.raw, context, c.req.param()));
    return response ?? problemResponse(databaseUnavailable(), context);
  });
}

/** No route took the request: an unknown address, a method that the address does not take, or a question about it. */
function refuseUnrouted(request: Request, context: ReturnType<typeof createContext>): Response {
  const { pathname } = new URL(request.url);
  if (!isDecodable(pathname)) return problemResponse(new Problem('MALFORMED_REQUEST'), context);
  const allowed = allowedMethods(pathname);
  if (allowed === null) return problemResponse(new Problem('NOT_FOUND'), context);
  if (request.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: { ...emptyHeaders(context.requestId), allow: allowed },
    });
  }
  return problemResponse(new Problem('METHOD_NOT_ALLOWED', { headers: { allow: allowed } }), context);
}

function isDecodable(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes('\0');
  } catch {
    return false;
  }
}
