import { randomUUID } from 'node:crypto';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Space } from '@/lib/contract/spaces';

/** A bookmark that the server has said it keeps. */
export interface Acknowledged {
  uuid: string;
  url: string;
  title: string;
}

/** Somebody signed in at a server that is killed now and then. */
export interface Client {
  /** Creates a bookmark: the status, or null when no answer came. */
  create(url: string): Promise<number | null>;
  /** All that was answered 201. */
  acknowledged: Acknowledged[];
  /** Every bookmark of the space, page by page. */
  listAll(): Promise<Bookmark[]>;
  /** What the space says it holds. */
  counts(): Promise<Space['counts']>;
}

export const TAGS = 'crash,kept';

/** Registers and signs in. The session outlives the server's processes. */
export async function signIn(url: string): Promise<Client> {
  const headers: Record<string, string> = { 'content-type': 'application/json', origin: url };
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const email = `${randomUUID()}@example.test`;
  const password = `Long enough ${randomUUID()}`;
  await must(send('POST', '/v1/auth/register', { firstName: 'Ada', lastName: 'Lovelace', email, password }));
  const signedIn = await must(send('POST', '/v1/auth/login', { email, password }));
  headers['cookie'] = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const acknowledged: Acknowledged[] = [];
  return {
    acknowledged,
    create: async (bookmarkUrl) => {
      const bookmark = { uuid: randomUUID(), url: bookmarkUrl, title: `Title of ${bookmarkUrl}` };
      const status = await statusOf(send('POST', '/v1/bookmarks/create', { ...bookmark, tags: TAGS }));
      if (status === 201) acknowledged.push(bookmark);
      return status;
    },
    listAll: () => listAll(send),
    counts: async () => {
      const response = await must(send('GET', '/v1/spaces/list'));
      const { content } = (await response.json()) as { content: Space[] };
      return content[0]!.counts;
    },
  };
}

async function listAll(send: (method: string, path: string) => Promise<Response>): Promise<Bookmark[]> {
  const found: Bookmark[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await must(send('GET', `/v1/bookmarks/list?size=200${query}`));
    const page = (await response.json()) as { content: Bookmark[]; pagination: { next: string | null } };
    found.push(...page.content);
    cursor = page.pagination.next;
  }
  return found;
}

/** An answer counts only when it arrived whole: a server that dies in the middle has not answered. */
async function statusOf(request: Promise<Response>): Promise<number | null> {
  try {
    const response = await request;
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

async function must(request: Promise<Response>): Promise<Response> {
  const response = await request;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response;
}
