import type { z } from 'zod';
import { isBytes, type Endpoint } from '@/lib/contract/endpoint';
import type { OperationId } from '@/lib/contract/index';
import type { Actor, RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import type { Authenticate } from '@/provider/http/authenticate';
import { asProblem } from '@/provider/http/failure';
import { fieldIssues } from '@/provider/http/field-issues';
import { problemResponse } from '@/provider/http/problem-response';
import { readJson } from '@/provider/http/read-json';
import { readQuery } from '@/provider/http/read-query';
import { emptyHeaders, jsonHeaders } from '@/provider/http/response-headers';
import { Problem } from '@/provider/problem';

/** A handler once its types have done their work: the mount binds it to the schemas they were derived from. */
export type AnyHandler = (call: {
  params: unknown;
  query: unknown;
  body: unknown;
  actor: Actor | null;
  context: RequestContext;
  request: Request;
  deps: ProviderDeps;
}) => Promise<AnyReply>;

interface AnyReply {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

export interface MountOptions {
  deps: ProviderDeps;
  authenticate: Authenticate;
  /** Counts the call against the operation's limit; throws RATE_LIMITED. */
  limit: (id: OperationId, actor: Actor) => Promise<void>;
}

type Serve = (request: Request, context: RequestContext, params: Record<string, string>) => Promise<Response>;

/**
 * Binds a handler to its descriptor. The order is always the same: who calls, path, query, body, the handler, and
 * the reply parsed against the declared schema, so that nothing undeclared leaves.
 */
export function mountEndpoint(endpoint: Endpoint, handle: AnyHandler, options: MountOptions): Serve {
  const { deps } = options;
  return async (request, context, params) => {
    try {
      const actor = await requireAudience(endpoint, request, options);
      const call = {
        params: endpoint.params ? parseParams(endpoint.params, params) : null,
        query: endpoint.query ? parseInput(endpoint.query, readQuery(request.url)) : null,
        body:
          endpoint.body && !isBytes(endpoint.body)
            ? parseInput(endpoint.body, await readJson(request, endpoint.bodyBytes))
            : null,
        actor,
        context,
        request,
        deps,
      };
      return await respond(endpoint, await handle(call), context, request.method);
    } catch (error) {
      const fields = { requestId: context.requestId, operation: endpoint.id };
      return problemResponse(asProblem(error, fields, deps.log), context);
    }
  };
}

async function requireAudience(
  endpoint: Endpoint,
  request: Request,
  options: MountOptions,
): Promise<Actor | null> {
  if (endpoint.audience === 'none') return null;
  const actor = await options.authenticate(request, endpoint.id as OperationId);
  // To everybody else the administrators' calls do not exist.
  if (endpoint.audience === 'admin' && !actor.isAdmin) throw new Problem('NOT_FOUND');
  await options.limit(endpoint.id as OperationId, actor);
  return actor;
}

/** A path that cannot name a row is answered like one that names none. */
function parseParams(schema: z.ZodType, params: Record<string, string>): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new Problem('NOT_FOUND');
  return parsed.data;
}

function parseInput(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (!parsed.success) throw new Problem('VALIDATION_FAILED', { issues: fieldIssues(parsed.error) });
  return parsed.data;
}

async function respond(
  endpoint: Endpoint,
  reply: AnyReply,
  context: RequestContext,
  method: string,
): Promise<Response> {
  const schema = endpoint.responses[reply.status];
  if (schema === undefined) throw new Error(`${endpoint.id} answered ${reply.status}, which is not declared`);
  const init = { status: reply.status };
  if (schema === null) {
    return new Response(null, { ...init, headers: { ...emptyHeaders(context.requestId), ...reply.headers } });
  }
  if (isBytes(schema)) {
    const headers = { ...emptyHeaders(context.requestId), ...reply.headers };
    if (method !== 'HEAD') return new Response(reply.body as BodyInit, { ...init, headers });
    if (reply.body instanceof ReadableStream) await reply.body.cancel();
    return new Response(null, { ...init, headers });
  }
  const headers = { ...jsonHeaders(context.requestId), ...reply.headers };
  return new Response(JSON.stringify(schema.parse(reply.body)), { ...init, headers });
}
