import { describe, expect, it, test, vi } from 'vitest';
import { respondWithFile } from '@/app/public/serve-file';
import { samplePage, sampleUuid } from '@/components/features/public/testing/sample-collection';
import { ApiProblem } from '@/lib/api/problem';
import type { CallFunction } from '@/lib/api/request';
import type { PublicCollectionPage } from '@/lib/contract/public';
import { feeds, type PublicFile } from '@/lib/domain/public-address';

const slug = 'night-trains-of-europe';
const page = `/public/${sampleUuid}/${slug}`;
const refusal = (status: number, code: string) => new ApiProblem(status, { status, code });

interface FileOptions {
  uuid?: string;
  slug?: string;
  file?: PublicFile;
  answer?: PublicCollectionPage | Error;
  headers?: Record<string, string>;
  origin?: string;
}

async function serve({ answer = samplePage(), file = 'rss.xml', headers = {}, ...rest }: FileOptions = {}) {
  const calls: unknown[] = [];
  const call = (id: string, input: unknown): Promise<unknown> => {
    calls.push({ id, input });
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const response = await respondWithFile(
    {
      uuid: sampleUuid,
      slug,
      origin: 'http://localhost:3000',
      ...rest,
      headers: new Headers(headers),
      call: call as CallFunction,
    },
    file,
    ({ collection }) => ({ type: 'text/plain', body: collection.name }),
  );
  return { response, calls, header: (name: string) => response.headers.get(name) };
}

describe('a file of a public collection', () => {
  it('is generated for each request', async () => {
    const { response, calls, header } = await serve();
    expect([response.status, await response.text()]).toEqual([200, 'Night trains of Europe']);
    expect([header('content-type'), header('cache-control'), header('x-robots-tag')]).toEqual([
      'text/plain',
      'no-cache',
      null,
    ]);
    expect(header('content-security-policy')).toContain("default-src 'none'");
    expect(calls).toEqual([
      {
        id: 'collections.public',
        input: { params: { uuid: sampleUuid, slug }, query: { size: 50, page: 1 } },
      },
    ]);
  });

  it('is not sent again while it is the same', async () => {
    const tag = (await serve()).header('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const known of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const { response, header } = await serve({ headers: { 'if-none-match': known } });
      expect([response.status, await response.text(), header('etag')]).toEqual([304, '', tag]);
    }
    const changed = await serve({
      headers: { 'if-none-match': tag },
      answer: samplePage({ name: 'Day trains' }),
    });
    expect(changed.response.status).toBe(200);
  });

  it('of a collection that is private again is gone, regardless of stored copies', async () => {
    const tag = (await serve()).header('etag') ?? '';
    const { response, header } = await serve({
      headers: { 'if-none-match': tag },
      answer: refusal(404, 'NOT_FOUND'),
    });
    expect([response.status, header('cache-control'), await response.text()]).toEqual([404, 'no-store', '']);
  });

  it('of an unlisted collection is excluded from search engines', async () => {
    expect((await serve({ answer: samplePage({ listed: false }) })).header('x-robots-tag')).toBe('noindex');
  });

  it('requires https if the installation has it', async () => {
    const { header } = await serve({ origin: 'https://links.example' });
    expect(header('strict-transport-security')).toMatch(/^max-age=31536000/);
    expect((await serve()).header('strict-transport-security')).toBeNull();
  });
});

test.each([...feeds.map(({ file }) => file), 'opengraph-image' as const])(
  '%s under an old slug redirects to the right one, and the redirect is not stored',
  async (file) => {
    const { response, header } = await serve({ file, slug: 'former-name' });
    expect([response.status, header('location')]).toEqual([308, `${page}/${file}`]);
    expect(header('cache-control')).toBe('no-store');
  },
);

test.each(['..%2f..%2fetc%2fpasswd', 'evil.com', 'Night-Trains-Of-Europe', '%00', '%', 'x'.repeat(300)])(
  'the slug %j redirects to the right one',
  async (wrong) => {
    const { response, header } = await serve({ slug: wrong });
    expect([response.status, header('location')]).toEqual([308, `${page}/rss.xml`]);
  },
);

test('a uuid in upper case redirects to lower case', async () => {
  expect((await serve({ uuid: sampleUuid.toUpperCase() })).header('location')).toBe(`${page}/rss.xml`);
});

test.each(['ночные-поезда', 'an_odd.name'])('the slug %s never redirects to itself', async (odd) => {
  const { response } = await serve({ slug: encodeURIComponent(odd), answer: samplePage({ slug: odd }) });
  expect(response.status).toBe(200);
});

test('a malformed uuid is 404 without a call', async () => {
  const { response, calls } = await serve({ uuid: 'abc' });
  expect([response.status, calls]).toEqual([404, []]);
});

test.each([
  [refusal(404, 'NOT_FOUND'), 404],
  [refusal(422, 'VALIDATION_FAILED'), 404],
  [refusal(429, 'RATE_LIMITED'), 429],
])('%s is %i', async (answer, status) => {
  const { response, header } = await serve({ answer });
  expect([response.status, header('cache-control')]).toEqual([status, 'no-store']);
  expect(header('retry-after')).toBe(status === 429 ? '60' : null);
});

test('a failure of the service is 503 and logged', async () => {
  const log = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { response, header } = await serve({ answer: new Error('connection refused') });
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
  expect([response.status, header('retry-after')]).toEqual([503, '60']);
});
