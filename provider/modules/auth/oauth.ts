import type { Hono } from 'hono';
import { cors } from 'hono/cors';
import { eq } from 'drizzle-orm';
import { serviceLimits } from '@/lib/contract/service-limits';
import { audienceOf } from '@/lib/domain/connect-request';
import { personalTokens } from '@/provider/db/schema/accounts';
import type { ProviderDeps } from '@/provider/deps';
import { readBytes } from '@/provider/middleware/body';
import type { AppContext, AppEnv } from '@/provider/middleware/context';
import { limitGuestBody } from '@/provider/middleware/limits';
import { jsonContentType } from '@/provider/middleware/problems';
import { redeemCode } from '@/provider/modules/auth/connect';
import { countConnectTry } from '@/provider/modules/auth/limits';
import { hashPersonalToken } from '@/provider/modules/auth/personal-tokens';

export const oauthPaths = {
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const;

const scopes = ['read', 'write'];

/** Metadata of the authorization server (RFC 8414). */
const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/connect`,
  token_endpoint: origin + oauthPaths.token,
  revocation_endpoint: origin + oauthPaths.revoke,
  scopes_supported: scopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

/** Metadata of a protected resource (RFC 9728): the whole API, or the interface for assistants at `/mcp`. */
const resourceMetadata = (origin: string, path: '' | '/mcp') => ({
  resource: origin + path,
  authorization_servers: [origin],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Markwell',
});

/** An error of the token endpoint (RFC 6749, section 5.2). */
class OauthError extends Error {
  constructor(
    readonly code:
      'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type' | 'invalid_target',
    readonly description: string,
  ) {
    super(code);
  }
}

/**
 * Mounts OAuth 2.1 for programs that are not part of Markwell: metadata, and the endpoints for tokens and their
 * revocation. The authorization endpoint is the page `/connect`. Any web page may call these, without cookies: a code
 * is useless without its verifier.
 */
export function mountOauth(app: Hono<AppEnv>, deps: ProviderDeps): void {
  const { appUrl } = deps.config;
  const anyOrigin = cors({ origin: '*', maxAge: 86_400 });
  for (const path of [oauthPaths.server, `${oauthPaths.resource}/*`, '/oauth/*']) app.use(path, anyOrigin);
  app.get(oauthPaths.server, (c) => c.json(serverMetadata(appUrl)));
  app.get(oauthPaths.resource, (c) => c.json(resourceMetadata(appUrl, '')));
  app.get(`${oauthPaths.resource}/mcp`, (c) => c.json(resourceMetadata(appUrl, '/mcp')));
  app.post(oauthPaths.token, (c) => answer(c, deps, issueToken));
  app.post(oauthPaths.revoke, (c) => answer(c, deps, revokeToken));
}

type Form = ReadonlyMap<string, string>;

async function answer(
  c: AppContext,
  deps: ProviderDeps,
  handle: (c: AppContext, deps: ProviderDeps, form: Form) => Promise<Response>,
): Promise<Response> {
  const context = c.get('context');
  await limitGuestBody(deps, context);
  await countConnectTry(deps, context);
  try {
    return await handle(c, deps, await readForm(c.req.raw));
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    return c.newResponse(JSON.stringify({ error: error.code, error_description: error.description }), 400, {
      'content-type': jsonContentType,
    });
  }
}

const formType = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Returns the fields of a form. A field that is empty is missing (RFC 6749, section 3.2). */
async function readForm({ headers, body }: Request): Promise<Form> {
  if (!formType.test(headers.get('content-type') ?? '')) {
    throw new OauthError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  }
  const bytes = body ? await readBytes(body, serviceLimits.guestBodyBytes) : new Uint8Array();
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
    if (form.has(name)) throw new OauthError('invalid_request', 'A parameter is repeated.');
    if (value !== '') form.set(name, value);
  }
  return form;
}

function required(form: Form, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OauthError('invalid_request', `The parameter ${name} is missing.`);
  return value;
}

/** Exchanges a code for a token. There are no refresh tokens: the account holder chooses how long the token lasts. */
async function issueToken(c: AppContext, deps: ProviderDeps, form: Form): Promise<Response> {
  if (required(form, 'grant_type') !== 'authorization_code') {
    throw new OauthError('unsupported_grant_type', 'Only authorization_code is supported.');
  }
  const resource = form.get('resource');
  const audience = resource === undefined ? null : audienceOf(resource, deps.config.appUrl);
  if (resource !== undefined && audience === null) {
    throw new OauthError('invalid_target', 'This server does not have the resource.');
  }
  const redemption = {
    code: required(form, 'code'),
    verifier: required(form, 'code_verifier'),
    client: required(form, 'client_id'),
    redirectUri: required(form, 'redirect_uri'),
    audience,
  };
  const connected = isExtension(redemption.client)
    ? null
    : await redeemCode(deps, redemption, c.get('context'));
  if (!connected) {
    throw new OauthError(
      'invalid_grant',
      'The code is wrong, used or expired, or belongs to another request.',
    );
  }
  const { token, scope, expiresAt } = connected;
  return c.json({
    access_token: token,
    token_type: 'Bearer',
    scope: scope === 'write' ? 'read write' : 'read',
    ...(expiresAt !== null && {
      expires_in: Math.floor((Date.parse(expiresAt) - deps.clock().getTime()) / 1000),
    }),
  });
}

/** The extension redeems its codes with `auth.redeemConnect`, and has no redirect URI. */
const isExtension = (client: string): boolean => client === 'extension';

/**
 * Revokes a token (RFC 7009). Whoever has it may do so; a client that names itself may revoke only its own. An unknown
 * token is no error.
 */
async function revokeToken(c: AppContext, deps: ProviderDeps, form: Form): Promise<Response> {
  const isThisToken = eq(personalTokens.hash, hashPersonalToken(required(form, 'token')));
  const client = form.get('client_id');
  const [row] = await deps.db
    .select({ client: personalTokens.client })
    .from(personalTokens)
    .where(isThisToken);
  if (row && client !== undefined && row.client !== client) {
    throw new OauthError('invalid_client', 'The token belongs to another client.');
  }
  await deps.db.delete(personalTokens).where(isThisToken);
  return c.body(null, 200);
}
