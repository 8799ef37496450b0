import { ApiProblem, NetworkFailure, readProblem } from '@/lib/api/problem';
import { createCall, type CallFunction } from '@/lib/api/request';
import { getConnection, markRevoked, type Connection } from '@/extension/lib/connection';
import { getSettings, localeOf, updateSettings } from '@/extension/lib/settings';

/** There is no connection, or its token was revoked. */
export class NotConnected extends Error {
  constructor() {
    super('the extension is not connected to a server');
    this.name = 'NotConnected';
  }
}

/**
 * Returns a client for a server. With a token, requests carry it and name the space of the connection, unless the caller
 * names another one.
 */
export const createClient = ({
  origin,
  token,
  space,
}: Pick<Connection, 'origin'> & Partial<Connection>): CallFunction =>
  createCall(async (path, init) => {
    const response = await fetch(`${origin}${path}`, {
      ...init,
      // A session in the same browser must not decide who is calling.
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      headers: {
        'accept-language': localeOf(await getSettings()),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(space !== undefined && { 'space-id': space }),
        ...init.headers,
      },
    }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw new NetworkFailure(error);
    });
    // The sign-in page of a network or a proxy is no response of the service.
    if (response.headers.get('content-type')?.startsWith('text/html') === true) {
      throw new NetworkFailure(new Error('the response is not of the service'));
    }
    if (response.status === 401 && token !== undefined) {
      const { code } = await readProblem(response.clone());
      if (code === 'UNAUTHENTICATED') await markRevoked(token);
    }
    return response;
  });

/**
 * Calls an operation of the connected server, in the default space of the settings unless `options` name another one.
 * Throws NotConnected, and as `CallFunction` does.
 */
export const call: CallFunction = async (id, input, options) => {
  const [connection, settings] = await Promise.all([getConnection(), getSettings()]);
  if (connection === null) throw new NotConnected();
  const client = createClient({ ...connection, space: settings.space ?? connection.space });
  try {
    return await client(id, input, options);
  } catch (error) {
    const isGone = error instanceof ApiProblem && error.code === 'SPACE_NOT_FOUND';
    if (!isGone || settings.space === null || options?.headers) throw error;
    // The default space was deleted.
    await updateSettings({ space: null, collection: null });
    return client(id, input, { ...options, headers: { 'space-id': connection.space } });
  }
};
