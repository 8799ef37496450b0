/** The query of a page, as Next passes it. */
export type PageQuery = Readonly<Record<string, string | string[] | undefined>>;

type Scope = 'read' | 'write';

interface Asked {
  readonly scope: Scope;
  /** S256 challenge of the verifier that redeems the code (RFC 7636). */
  readonly challenge: string;
}

/** What the browser extension asks of the page `/connect`. */
export interface ExtensionRequest extends Asked {
  readonly client: 'extension';
  /** Name of the program, for example of its browser. */
  readonly name: string;
  /** Returned with the code, so that the program recognizes the answer to its own request. */
  readonly state: string;
}

/** An authorization request of an OAuth client (OAuth 2.1). Its client and redirect URI are not checked yet. */
export interface OauthRequest extends Asked {
  readonly client: string;
  readonly redirectUri: string;
  readonly state: string | null;
  /** Identifies what the token is for (RFC 8707). */
  readonly resource: string | null;
}

export type ConnectRequest = ExtensionRequest | OauthRequest;

/** An authorization request that cannot be granted, and the error that its client may be told. */
export interface FaultyRequest {
  readonly client: string;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly error: 'invalid_request' | 'invalid_scope' | 'invalid_target' | 'unsupported_response_type';
}

export const isOauth = <Request extends { client: string }>(
  request: Request,
): request is Exclude<Request, ExtensionRequest> => request.client !== 'extension';

const nameLength = 100;
const urlLength = 2_000;
const challengePattern = /^[\w-]{43}$/;
const statePattern = /^[\w.~-]{1,400}$/;

/**
 * Reads the request of a program from the query of `/connect`. Returns null if it is incomplete or malformed, or has a
 * parameter twice: nothing of it may then be shown as a request, or acted upon.
 */
export function readConnectRequest(query: PageQuery, origin: string): ConnectRequest | FaultyRequest | null {
  if (query['client_id'] !== undefined) return readOauthRequest(query, origin);
  const { client, name, scope, challenge, state } = query;
  if (client !== 'extension' || !isScope(scope) || !isName(name)) return null;
  if (!matches(challenge, challengePattern) || !matches(state, statePattern)) return null;
  return { client, name: name.trim(), scope, challenge, state };
}

function readOauthRequest(query: PageQuery, origin: string): OauthRequest | FaultyRequest | null {
  const { client_id: client, redirect_uri: redirectUri, state = null } = query;
  // Without these there is nobody to tell.
  if (!isUrl(client) || !isUrl(redirectUri) || !isState(state)) return null;
  const fault = (error: FaultyRequest['error']) => ({ client, redirectUri, state, error });
  const {
    response_type: type,
    code_challenge: challenge,
    code_challenge_method: method,
    resource = null,
  } = query;
  if (type !== 'code') return fault('unsupported_response_type');
  // The challenge itself as the verifier, which is the default of RFC 7636, would protect nothing.
  if (method !== 'S256' || !matches(challenge, challengePattern)) return fault('invalid_request');
  const scope = readScope(query['scope']);
  if (scope === null) return fault('invalid_scope');
  if (Array.isArray(resource) || audienceOf(resource, origin) === null) return fault('invalid_target');
  return { client, redirectUri, state, scope, challenge, resource };
}

type Value = PageQuery[string];

const matches = (value: Value, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);

const isScope = (value: Value): value is Scope => value === 'read' || value === 'write';

const isName = (name: Value): name is string =>
  typeof name === 'string' && name.trim() !== '' && [...name].length <= nameLength && !/\p{Cc}/u.test(name);

const isUrl = (value: Value): value is string =>
  typeof value === 'string' && value.length <= urlLength && URL.canParse(value);

/** A state of RFC 6749: printable ASCII. */
const isState = (value: Value | null): value is string | null =>
  value === null || matches(value, /^[\x20-\x7e]{0,2000}$/);

/** Returns the widest known scope of a list; reading without one, and null if none is known. */
function readScope(value: Value): Scope | null {
  if (Array.isArray(value)) return null;
  const scopes = (value ?? 'read').split(' ');
  return scopes.includes('write') ? 'write' : scopes.includes('read') ? 'read' : null;
}

/**
 * Returns what a token for a resource may be used for: the interface for assistants alone, also without a resource, or
 * the whole API. Null if this installation does not have the resource.
 */
export function audienceOf(resource: string | null, origin: string): 'api' | 'mcp' | null {
  if (resource === null || resource === `${origin}/mcp`) return 'mcp';
  return [origin, `${origin}/`, `${origin}/v1`].includes(resource) ? 'api' : null;
}

/** The answer to a request: the code, or why there is none. */
export type ConnectAnswer = { code: string } | { error: FaultyRequest['error'] | 'access_denied' };

/**
 * Returns the path at which the extension finds the answer to its request. The code is in the query of this path alone,
 * which the page sets without loading it: no server receives it.
 */
export function connectDonePath(answer: ConnectAnswer, state: string): string {
  return `/connect/done?${new URLSearchParams({ ...answer, state }).toString()}`;
}

/**
 * Returns the address at which an OAuth client gets the answer to its request. The issuer tells it apart from the
 * answer of another server (RFC 9207). The redirect URI must be one of the client.
 */
export function answerAddress(
  { redirectUri, state }: Pick<OauthRequest, 'redirectUri' | 'state'>,
  answer: ConnectAnswer,
  issuer: string,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, ...(state !== null && { state }), iss: issuer }))
    url.searchParams.set(name, value);
  return url.href;
}
