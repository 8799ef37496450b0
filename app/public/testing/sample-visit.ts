import type { Visit } from '@/app/public/visit';
import { ApiProblem } from '@/lib/api-client/api-problem';
import type { CallFunction } from '@/lib/api-client/create-call';
import type { PublicBookmark, PublicCollectionPage } from '@/lib/contract/schemas/public';
import type { Locale } from '@/lib/i18n/locale';
import { readAsked } from '@/lib/public-page/addresses';
import { wordsOf } from '@/lib/public-page/words';

export const sampleUuid = '0190a5d0-ac96-774b-bcce-0123456789ab';
export const sampleOrigin = 'https://links.example';
export const now = new Date('2026-11-20T12:00:00.000Z');

/** A bookmark of a public collection, as the service answers it. */
export const sampleBookmark = (over: Partial<PublicBookmark> = {}): PublicBookmark => ({
  uuid: '0190a5d0-ac96-774b-bcce-000000000001',
  title: 'Night trains in Europe: every route on one map',
  url: 'https://back-on-track.eu/night-train-map',
  domain: 'back-on-track.eu',
  path: '/night-train-map',
  createdAt: '2026-11-16T08:30:00.000Z',
  ...over,
});

/** A page of a public collection, as the service answers it. */
export function samplePage(
  collection: Partial<PublicCollectionPage['collection']> = {},
  bookmarks: readonly PublicBookmark[] = [sampleBookmark()],
): PublicCollectionPage {
  const count = collection.count ?? bookmarks.length;
  return {
    collection: {
      uuid: sampleUuid,
      name: 'Night trains of Europe',
      description: 'Routes, timetables and stories for people who would rather wake up somewhere else.',
      color: 'b93a1a',
      slug: 'night-trains-of-europe',
      shareUrl: `${sampleOrigin}/public/${sampleUuid}/night-trains-of-europe`,
      listed: true,
      count,
      createdAt: '2021-03-01T10:00:00.000Z',
      updatedAt: '2026-11-18T10:00:00.000Z',
      ...collection,
    },
    owner: { name: 'Marina Souza' },
    bookmarks: [...bookmarks],
    pagination: { page: 1, size: 50, total: count, pages: Math.ceil(count / 50), next: null },
  };
}

/** What the service was asked in a test. */
export interface AskedCall {
  readonly id: string;
  readonly input: unknown;
}

interface SampleVisit {
  path: string;
  answer: PublicCollectionPage | ApiProblem | Error;
  locale?: Locale;
  theme?: Visit['look']['theme'];
  ifNoneMatch?: string;
}

/** A visit with a service that gives one answer and remembers what it was asked. */
export async function sampleVisit({
  path,
  answer,
  locale = 'en',
  theme = 'system',
  ifNoneMatch,
}: SampleVisit): Promise<Visit & { calls: AskedCall[] }> {
  const calls: AskedCall[] = [];
  const call = (id: string, input: unknown): Promise<unknown> => {
    calls.push({ id, input });
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const asked = readAsked(path);
  return {
    asked,
    look: {
      locale: asked?.lang ?? locale,
      theme,
      words: await wordsOf(asked?.lang ?? locale),
      year: 2026,
      origin: sampleOrigin,
    },
    timeZone: 'UTC',
    now,
    ifNoneMatch: ifNoneMatch ?? null,
    call: call as CallFunction,
    calls,
  };
}

export const refusal = (status: number, code: string): ApiProblem => new ApiProblem(status, { status, code });
