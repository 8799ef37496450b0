import type { z } from 'zod';
import { isBytes, type Endpoint } from '@/lib/contract/endpoint';
import type { OperationId } from '@/lib/contract/index';
import { limits } from '@/lib/contract/limits';
import type { Actor, RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { smallBytes, streamText, type Admission } from '@/provider/http/admission';
import type { Authenticate } from '@/provider/http/authenticate';
import { asProblem } from '@/provider/http/failure';
import { fieldIssues } from '@/provider/http/field-issues';
import type { Release } from '@/provider/http/limiter';
import { problemResponse } from '@/provider/http/problem-response';
import { parseJson, readJsonBytes } from '@/provider/http/read-json';
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
  admission: Admission;
}

type Serve = (request: Request, context: RequestContext, params: Record<string, string>) => Promise<Response>;

/**
 * Binds a handler to its descriptor. The order is always the same: who calls, a place for the call, path, query, body,
 * the handler, and the reply parsed against the declared schema, so that nothing undeclared leaves. The place is given
 * back when the response is made, or when it is sent where it is long.
 */
export function mountEndpoint(endpoint: Endpoint, handle: AnyHandler, options: MountOptions): Serve {
  const { deps } = options;
  return async (request, context, params) => {
    const held: Release[] = [];
    const release = (): void => held.splice(0).forEach((giveBack) => giveBack());
    try {
      const actor = await requireAudience(endpoint, request, options);
      if (actor) held.push(await options.admission.enter(endpoint, actor));
      const call = {
        params: endpoint.params ? parseParams(endpoint.params, params) : null,
        query: endpoint.query ? parseInput(endpoint.query, readQuery(request.url)) : null,
        body:
          endpoint.body && !isBytes(endpoint.body)
            ? parseInput(endpoint.body, await readBody(request, endpoint, actor, options, held))
            : null,
        actor,
        context,
        request,
        deps,
      };
      const text = (long: string): BodyInit =>
        streamText(long, (bytes) => {
          held.push(options.admission.takeResponse(bytes));
          const places = held.splice(0);
          return () => places.splice(0).forEach((giveBack) => giveBack());
        });
      return await respond(endpoint, await handle(call), { context, method: request.method, text });
    } catch (error) {
      const fields = { requestId: context.requestId, operation: endpoint.id };
      return problemResponse(asProblem(error, fields, deps.log), context);
    } finally {
      release();
    }
  };
}

/** The JSON body of a call. Room for a long one is held until the call is over. */
async function readBody(
  request: Request,
  { bodyBytes }: Endpoint,
  actor: Actor | null,
  { admission }: MountOptions,
  held: Release[],
): Promise<unknown> {
  const most = bodyBytes ?? limits.bodyBytes;
  // Without a length it may be the longest.
  const bytes = Math.min(Number(request.headers.get('content-length')) || most, most);
  held.push(await admission.takeBody(actor?.accountId ?? '', bytes));
  const received = await readJsonBytes(request, most);
  held.push(await admission.takeWork(received.byteLength));
  return parseJson(received);
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

interface Responding {
  context: RequestContext;
  method: string;
  /** Makes the body of a long text. */
  text: (long: string) => BodyInit;
}

async function respond(
  endpoint: Endpoint,
  reply: AnyReply,
  { context, method, text }: Responding,
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
  const json = JSON.stringify(schema.parse(reply.body));
  return new Response(json.length > smallBytes && method !== 'HEAD' ? text(json) : json, {
    ...init,
    headers,
  });
}
