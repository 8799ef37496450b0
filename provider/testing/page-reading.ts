import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFetchPage } from '@/provider/integrations/fetch/fetch-page';
import { startHttpServer } from '@/provider/integrations/fetch/testing/canary';
import { readPages } from '@/provider/modules/pages/jobs';
import { sampleEnvelope } from '@/provider/testing/envelopes';
import { insertBookmarks } from '@/provider/testing/bookmarks';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const minuteMs = 60_000;
const sentence = 'The quick brown fox jumps over the lazy dog, and then it does so once more. ';
const story = `<!doctype html><title>Story</title><article><h1>Story</h1>${`<p>${sentence.repeat(6)}</p>`.repeat(4)}
  <p>Canção.</p></article>`;

export type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

/** Sends a story that contains a unique word. */
export const sendStory: Answer = (response) => response.setHeader('content-type', 'text/html').end(story);

export const sendStatus =
  (code: number): Answer =>
  (response) =>
    response.writeHead(code).end();

/** The stored text of a page, and whether it is found by the word of the story. */
interface Kept {
  status: string;
  spaceId: string;
  isFound: boolean;
}

/**
 * Creates a provider whose outbound fetcher resolves to a hundred sites on loopback, with helpers for tests of page
 * texts.
 */
export async function createPageReading() {
  const web = {
    asked: [] as { host: string; path: string }[],
    robots: null as string | null,
    answer: sendStory,
    /** Maximum number of concurrent requests to one host. */
    mostOfOneHost: 0,
  };
  const site = await serve(web);
  const url = (host: number, path = '/'): string => `http://h${host}.example:${site.port}${path}`;
  const fetchPage = createFetchPage({
    allow: Array.from({ length: 100 }, (_, place) => `h${place}.example:${site.port}`),
    limits: { failureStepMs: 1, rememberFailureMs: 0, headersMs: 20_000, totalMs: 20_000 },
    resolve: () => Promise.resolve(['127.0.0.1']),
  });
  const testProvider = await createTestProvider({ fetchPage });
  const { deps, db, call, clock, signUp } = testProvider;
  const read = (as = deps): Promise<void> => readPages(as, new AbortController().signal);
  const person = await signUp({ plan: 'pro' });

  const save = (urls: readonly string[], as: TestAccount = person): Promise<string[]> =>
    insertBookmarks(
      db,
      as,
      urls.map((address) => ({ title: 'Saved', url: address, collections: [] })),
    );

  return {
    ...testProvider,
    web,
    site,
    read,
    person,
    url,
    save,
    saveOne: async (address = url(0), as: TestAccount = person): Promise<string> => {
      const [id = ''] = await save([address], as);
      return id;
    },
    /** Resets the state: the current date, and a site that responds. */
    reset: async () => {
      clock.advance(Date.now() - clock.now().getTime());
      await db.$client.query('delete from bookmarks');
      await db.$client.query('delete from link_hosts');
      await db.$client.query(`update page_progress set newest = '00000000-0000-0000-0000-000000000000',
        bookmark_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`);
      Object.assign(web, { asked: [], robots: null, answer: sendStory, mostOfOneHost: 0 });
    },
    /** Runs the job, a minute later as scheduled. */
    run: async (as = deps): Promise<void> => {
      clock.advance(minuteMs);
      await read(as);
    },
    /** Starts a run, and resolves with the pending response when it has requested a page. */
    runUntilAsked: async (): Promise<{ running: Promise<void>; held: ServerResponse }> => {
      const arrived = Promise.withResolvers<ServerResponse>();
      web.answer = (response) => arrived.resolve(response);
      clock.advance(minuteMs);
      const running = read();
      return { running, held: await Promise.race([arrived.promise, running.then(failed)]) };
    },
    keptOf: async (id: string): Promise<Kept | null> => {
      const { rows } = await db.$client.query<Kept>(
        `select status, space_id as "spaceId", coalesce(search @@ 'cancao'::tsquery, false) as "isFound"
         from page_contents where bookmark_id = $1`,
        [id],
      );
      return rows[0] ?? null;
    },
    count: async (table: 'page_contents' | 'page_fetches'): Promise<number> =>
      (await db.$client.query(`select from ${table}`)).rowCount ?? -1,
    encrypt: (uuid: string) =>
      call(
        'bookmarks.update',
        { params: { uuid }, body: { encrypted: true, cipher: sampleEnvelope() } },
        person,
      ),
  };
}

function failed(): never {
  throw new Error('the run ended without asking for a page');
}

interface Web {
  asked: { host: string; path: string }[];
  robots: string | null;
  answer: Answer;
  mostOfOneHost: number;
}

function serve(web: Web) {
  const runningByHost = new Map<string, number>();
  return startHttpServer((request, response) => {
    const host = request.headers.host?.split(':')[0] ?? '';
    const count = (step: number): number => {
      const now = (runningByHost.get(host) ?? 0) + step;
      runningByHost.set(host, now);
      return now;
    };
    web.mostOfOneHost = Math.max(web.mostOfOneHost, count(1));
    response.on('close', () => count(-1));
    if (request.url === '/robots.txt') {
      if (web.robots === null) return response.writeHead(404).end();
      return response.setHeader('content-type', 'text/plain').end(web.robots);
    }
    web.asked.push({ host, path: request.url ?? '' });
    return web.answer(response, request);
  });
}
