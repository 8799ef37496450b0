import { randomUUID } from 'node:crypto';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Space } from '@/lib/contract/spaces';

/** A bookmark whose creation the server acknowledged. */
export interface Acknowledged {
  uuid: string;
  url: string;
  title: string;
}

/** A signed-in client of a server that is killed repeatedly. */
export interface Client {
  /** Creates a bookmark. Returns the status, or null if no complete response arrived. */
  create(url: string): Promise<number | null>;
  /** Returns the value of its Cookie header. */
  cookie(): string;
  /** Bookmarks whose creation returned 201. */
  acknowledged: Acknowledged[];
  /** Lists every bookmark of the space, page by page. */
  listAll(): Promise<Bookmark[]>;
  /** Counters of the space. */
  counts(): Promise<Space['counts']>;
}

export const TAGS = 'crash,kept';

/** Registers and signs in. The session remains valid across restarts of the server. */
export async function signIn(url: string): Promise<Client> {
  const headers: Record<string, string> = { 'content-type': 'application/json', origin: url };
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const email = `${randomUUID()}@example.test`;
  const password = `Long enough ${randomUUID()}`;
  await requireOk(
    send('POST', '/v1/auth/register', { firstName: 'Ada', lastName: 'Lovelace', email, password }),
  );
  const signedIn = await requireOk(send('POST', '/v1/auth/login', { email, password }));
  headers['cookie'] = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const acknowledged: Acknowledged[] = [];
  return {
    acknowledged,
    cookie: () => headers['cookie'] ?? '',
    create: async (bookmarkUrl) => {
      const bookmark = { uuid: randomUUID(), url: bookmarkUrl, title: `Title of ${bookmarkUrl}` };
      const status = await statusOf(send('POST', '/v1/bookmarks/create', { ...bookmark, tags: TAGS }));
      if (status === 201) acknowledged.push(bookmark);
      return status;
    },
    listAll: () => listAll(send),
    counts: async () => {
      const response = await requireOk(send('GET', '/v1/spaces/list'));
      const { content } = (await response.json()) as { content: Space[] };
      return content[0]!.counts;
    },
  };
}

async function listAll(send: (method: string, path: string) => Promise<Response>): Promise<Bookmark[]> {
  const found: Bookmark[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await requireOk(send('GET', `/v1/bookmarks/list?size=200${query}`));
    const page = (await response.json()) as { content: Bookmark[]; pagination: { next: string | null } };
    found.push(...page.content);
    cursor = page.pagination.next;
  }
  return found;
}

/** A response counts only if it is complete: null if the server died during the response. */
async function statusOf(request: Promise<Response>): Promise<number | null> {
  try {
    const response = await request;
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

async function requireOk(request: Promise<Response>): Promise<Response> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}: ${await response.text()}`);
  return response;
}
