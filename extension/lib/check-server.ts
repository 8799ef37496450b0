/** Why a server cannot be used. */
export type ServerFailure =
  /** The browser is offline. */
  | 'offline'
  /** There is no server at the address, or it does not respond. */
  | 'unreachable'
  /** The server responds, but the browser does not trust its certificate. */
  | 'certificate'
  /** Another sign-in, such as that of a company's proxy, is in front of the server. */
  | 'sign_on'
  | 'not_markwell'
  /** The server runs, but cannot reach its database. */
  | 'unavailable'
  /** The server is older than this extension requires. */
  | 'outdated_server';

/** Lowest revision of the API that has all operations of the extension. */
const requiredRevision = 1;
const timeoutMs = 15_000;

/** Checks that a Markwell server which this extension can use responds at the origin; null if so. */
export async function checkServer(origin: string): Promise<ServerFailure | null> {
  const response = await request(`${origin}/v1/health`, { redirect: 'manual' });
  if (response === null) return findCause(origin);
  // Markwell never redirects this path. Browsers hide the status of a redirect.
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
    return 'sign_on';
  const body: unknown = await response.json().catch(() => null);
  if (body === null) return [401, 403, 407].includes(response.status) ? 'sign_on' : 'not_markwell';
  const { code, database, product, revision } = Object(body) as Record<string, unknown>;
  if (response.status === 503 && code === 'SERVICE_UNAVAILABLE') return 'unavailable';
  if (!response.ok) return 'not_markwell';
  // Servers without a revision have no product name either.
  if (product === undefined && database === 'ok') return 'outdated_server';
  if (product !== 'markwell' || typeof revision !== 'number') return 'not_markwell';
  return revision < requiredRevision ? 'outdated_server' : null;
}

const request = (url: string, init: RequestInit): Promise<Response | null> =>
  fetch(url, {
    ...init,
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);

/**
 * Finds out why there was no response. The browser does not report a rejected certificate to extensions, but servers
 * respond to plain http on a port for https, mostly with status 400.
 */
async function findCause(origin: string): Promise<ServerFailure> {
  if (!navigator.onLine) return 'offline';
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') return 'unreachable';
  const probe = `http://${hostname}:${port || '443'}/`;
  return (await request(probe, { mode: 'no-cors' })) === null ? 'unreachable' : 'certificate';
}
