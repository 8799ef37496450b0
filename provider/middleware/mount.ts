import type { Context, Hono } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';
import { isBytes, routerPath, type Endpoint } from '@/lib/contract/endpoint';
import type { OperationId } from '@/lib/contract/index';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Release } from '@/lib/utils/limiter';
import type { Actor, RequestContext } from '@/provider/actor';
import type { ProviderDeps } from '@/provider/deps';
import { runAs } from '@/provider/db/transaction';
import type { Authenticate } from '@/provider/middleware/authenticate';
import { parseJson, readJsonBytes, readQuery } from '@/provider/middleware/body';
import type { AppContext, AppEnv, AppMiddleware } from '@/provider/middleware/context';
import { smallBytes, streamText, watchBody, type Admission, type Sender } from '@/provider/middleware/limits';
import { fieldIssues, jsonContentType } from '@/provider/middleware/problems';
import { networkOf } from '@/provider/middleware/rate-limit';
import { Problem } from '@/provider/problem';

/** An untyped handler: `mountEndpoint` binds it to the schemas that its types are inferred from. */
export type AnyHandler = (call: {
  params: unknown;
  query: unknown;
  body: unknown;
  actor: Actor | null;
  context: RequestContext;
  request: Request;
  deps: ProviderDeps;
}) => Promise<AnyReply>;

/** Body types that Hono accepts. */
type Data = Parameters<Context['body']>[0];

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
  /** Counts the body of a guest; throws RATE_LIMITED. */
  limitGuestBody: (client: RequestContext) => Promise<void>;
  admission: Admission;
}

/**
 * Registers the route of a descriptor. The order is fixed: authorization, a slot among the account's concurrent
 * requests, path, query, body, the handler, and the reply parsed against the declared schema, so that no undeclared
 * field is sent.
 */
export function mountEndpoint(
  app: Hono<AppEnv>,
  endpoint: Endpoint,
  handle: AnyHandler,
  options: MountOptions,
): void {
  app.on(
    endpoint.method,
    routerPath(endpoint.path),
    authorize(endpoint, options),
    admit(endpoint, options),
    async (c) => {
      const call = { ...(await readInput(c, endpoint, options)), deps: options.deps };
      const credentialId = call.actor?.sessionId ?? call.actor?.token?.id ?? null;
      const handled = runAs(credentialId, () => handle(call));
      return respond(c, endpoint, await handled.catch(rejectWithError), options);
    },
  );
}

const authorize =
  (endpoint: Endpoint, options: MountOptions): AppMiddleware =>
  async (c, next) => {
    c.set('operation', endpoint.id as OperationId);
    const actor = await requireAudience(endpoint, c.req.raw, c.get('context'), options);
    if (actor === null && endpoint.body) await options.limitGuestBody(c.get('context'));
    c.set('actor', actor);
    await next();
  };

const admit =
  (endpoint: Endpoint, { admission }: MountOptions): AppMiddleware =>
  async (c, next) => {
    const actor = c.get('actor');
    const held = actor ? [await admission.enter(endpoint, actor)] : [];
    c.set('held', held);
    try {
      await next();
    } finally {
      releaseAll(held);
    }
  };

const releaseAll = (held: Release[]): void => held.splice(0).forEach((release) => release());

/** Hono passes only instances of Error to the error handler. */
function rejectWithError(cause: unknown): never {
  throw cause instanceof Error
    ? cause
    : new Error('a handler rejected with a value that is not an error', { cause });
}

async function readInput(c: AppContext, endpoint: Endpoint, options: MountOptions) {
  const request = c.req.raw;
  await admitBytes(c, endpoint, options);
  return {
    params: endpoint.params ? parseParams(endpoint.params, c.req.param()) : null,
    query: endpoint.query ? parseInput(endpoint.query, readQuery(request.url)) : null,
    body:
      endpoint.body && !isBytes(endpoint.body)
        ? parseInput(endpoint.body, await readBody(c, endpoint, options))
        : null,
    actor: c.get('actor'),
    context: c.get('context'),
    request,
  };
}

/** Waits for capacity for a body that the handler reads. An import is stored while it arrives. */
async function admitBytes(c: AppContext, { id, body }: Endpoint, { admission }: MountOptions): Promise<void> {
  if (!body || !isBytes(body) || body.maxBytes === undefined || id === 'bookmarks.import') return;
  c.get('held').push(await admission.takeBody(senderOf(c), announcedBytes(c, body.maxBytes)));
}

/** Without a length, the maximum is assumed. */
const announcedBytes = (c: AppContext, maxBytes: number): number =>
  Math.min(Number(c.req.header('content-length')) || maxBytes, maxBytes);

function senderOf(c: AppContext): Sender {
  const actor = c.get('actor');
  return actor
    ? { key: actor.accountId, isGuest: false }
    : { key: networkOf(c.get('context').address), isGuest: true };
}

/**
 * Returns the JSON body of a request. Capacity for a long one is held until the request ends. `hono/body-limit` is not
 * used: it trusts `Content-Length` if present, and it reads bodies before there is capacity for them.
 */
async function readBody(
  c: AppContext,
  { bodyBytes }: Endpoint,
  { admission }: MountOptions,
): Promise<unknown> {
  const held = c.get('held');
  const sender = senderOf(c);
  const maxBytes = bodyBytes ?? (sender.isGuest ? serviceLimits.guestBodyBytes : serviceLimits.bodyBytes);
  held.push(await admission.takeBody(sender, announcedBytes(c, maxBytes)));
  const received = await readJsonBytes(c.req.raw, maxBytes);
  held.push(await admission.takeWork(received.byteLength));
  return parseJson(received);
}

async function requireAudience(
  endpoint: Endpoint,
  request: Request,
  { requestId }: RequestContext,
  options: MountOptions,
): Promise<Actor | null> {
  if (endpoint.audience === 'none') return null;
  if (endpoint.audience === 'optional' && !request.headers.has('authorization')) return null;
  const actor = await options.authenticate(request, endpoint.id as OperationId);
  if (endpoint.audience === 'admin' && !actor.isAdmin) {
    const fields = { requestId, operation: endpoint.id, accountId: actor.accountId };
    options.deps.log.warn(fields, 'a call for administrators was denied');
    throw new Problem('NOT_FOUND');
  }
  await options.limit(endpoint.id as OperationId, actor);
  return actor;
}

/** Responds to a path with an invalid id like to one with an unknown id. */
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
  c: AppContext,
  endpoint: Endpoint,
  reply: AnyReply,
  { admission }: MountOptions,
): Promise<Response> {
  const schema = endpoint.responses[reply.status];
  if (schema === undefined) throw new Error(`${endpoint.id} returned ${reply.status}, which is not declared`);
  const status = reply.status as StatusCode;
  const isHead = c.req.method === 'HEAD';
  if (schema === null) return c.newResponse(null, status, reply.headers);
  if (isBytes(schema)) {
    const { body } = reply;
    if (!(body instanceof ReadableStream)) {
      return c.newResponse(isHead ? null : (body as Data), status, reply.headers);
    }
    if (isHead) {
      await body.cancel();
      return c.newResponse(null, status, reply.headers);
    }
    // A download keeps its slot among the calls of the account, like a long response.
    const places = c.get('held').splice(0);
    const watched = watchBody(body as ReadableStream<Uint8Array>, () => releaseAll(places));
    return c.newResponse(watched, status, reply.headers);
  }
  const json = JSON.stringify(schema.parse(reply.body));
  const isLong = json.length > smallBytes && !isHead;
  const body = isLong ? streamLong(json, c.get('held'), admission) : json;
  return c.newResponse(body, status, { 'content-type': jsonContentType, ...reply.headers });
}

/** Streams a long body. The slots of the request are released once it is sent. */
function streamLong(json: string, held: Release[], admission: Admission): ReadableStream<Uint8Array> {
  return streamText(json, (bytes) => {
    held.push(admission.takeResponse(bytes));
    const places = held.splice(0);
    return () => releaseAll(places);
  });
}
