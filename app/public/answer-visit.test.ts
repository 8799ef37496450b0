import { describe, expect, it, test, vi } from 'vitest';
import { answerVisit, showNotice } from '@/app/public/answer-visit';
import { pageSize, showPage } from '@/app/public/show';
import { refusal, samplePage, sampleUuid, sampleVisit } from '@/app/public/testing/sample-visit';

const path = `/public/${sampleUuid}/night-trains-of-europe`;
const notFound = refusal(404, 'NOT_FOUND');

type Sample = Parameters<typeof sampleVisit>[0];

async function visit(sample: Partial<Sample> = {}) {
  const made = await sampleVisit({ path, answer: samplePage(), ...sample });
  return { made, response: await answerVisit(made, { file: null, size: pageSize }, showPage) };
}

describe('a public collection', () => {
  it('is shown, and asked for anew each time', async () => {
    const { response, made } = await visit();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('x-robots-tag')).toBeNull();
    expect(await response.text()).toContain('<h1 dir="auto">Night trains of Europe</h1>');
    expect(made.calls).toEqual([
      {
        id: 'collections.public',
        input: { params: { uuid: sampleUuid, slug: 'night-trains-of-europe' }, query: { size: 50, page: 1 } },
      },
    ]);
  });

  it('is not sent again while it is the same', async () => {
    const tag = (await visit()).response.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const ifNoneMatch of [tag, tag.slice(2), `"x", ${tag}`]) {
      const { response, made } = await visit({ ifNoneMatch });
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', tag]);
      expect(made.calls).toHaveLength(1);
    }
    const changed = await visit({ ifNoneMatch: tag, answer: samplePage({ name: 'Day trains' }) });
    expect(changed.response.status).toBe(200);
  });

  it('that is private again is gone, whatever the visitor has kept of it', async () => {
    const ifNoneMatch = (await visit()).response.headers.get('etag') ?? '';
    const { response } = await visit({ ifNoneMatch, answer: notFound });
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await response.text()).not.toContain('Night trains');
  });

  it.each([
    ['/former-name', path],
    ['/former-name?q=a%26b&page=1&lang=en&utm_source=x', `${path}?q=a%26b&lang=en`],
    ['/..%2f..%2fetc%2fpasswd', path],
    ['/evil.com', path],
    ['/Night-Trains-Of-Europe', path],
    ['/night-trains-of-europe.', path],
    ['/%00', path],
    [`/${'x'.repeat(300)}`, path],
  ])('under %j is led to its own name, which nobody keeps', async (rest, location) => {
    const { response } = await visit({ path: `/public/${sampleUuid}${rest}` });
    expect([response.status, response.headers.get('location')]).toEqual([308, location]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('under the upper case of its uuid is led to the lower', async () => {
    const { response } = await visit({ path: path.replace(sampleUuid, sampleUuid.toUpperCase()) });
    expect([response.status, response.headers.get('location')]).toEqual([308, path]);
  });

  it('has its slug in the address however foreign it is', async () => {
    const answer = samplePage({ slug: 'ночные-поезда' });
    const { response } = await visit({
      path: `/public/${sampleUuid}/${encodeURIComponent('ночные-поезда')}`,
      answer,
    });
    expect(response.status).toBe(200);
  });

  it('is never led to where it is already, whatever a service calls it', async () => {
    const { response } = await visit({
      path: `/public/${sampleUuid}/an_odd.name`,
      answer: samplePage({ slug: 'an_odd.name' }),
    });
    expect(response.status).toBe(200);
  });

  it('has no page beyond its last', async () => {
    const answer = samplePage({ count: 120 });
    expect((await visit({ path: `${path}?page=3`, answer })).response.status).toBe(200);
    expect((await visit({ path: `${path}?page=4`, answer })).response.status).toBe(404);
  });

  it('is searched for the words that the address says', async () => {
    const { made, response } = await visit({
      path: `${path}?q=is%3Aencrypted%20%40work&page=2`,
      answer: samplePage({ count: 60 }),
    });
    expect(made.calls[0]?.input).toMatchObject({ query: { q: 'is:encrypted @work', page: 2 } });
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
  });

  it('that its owner does not list is not for search engines', async () => {
    const { response } = await visit({ answer: samplePage({ listed: false }) });
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(await response.text()).toContain('<meta name="robots" content="noindex"');
  });
});

// Guarantee: from outside a private, a deleted and an unknown collection and a malformed address are the same.
test('what is not public is one and the same page', async () => {
  const pages = await Promise.all(
    [
      { answer: notFound },
      { path: '/public/1/x' },
      { path: '/public/..%2f..%2fetc%2fpasswd/x' },
      { path: `/public/${sampleUuid}`, answer: notFound },
      { path: `${path}?page=0` },
      { answer: refusal(422, 'VALIDATION_FAILED') },
    ].map(async (sample) => {
      const { response } = await visit(sample);
      expect(response.status).toBe(404);
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      return response.text();
    }),
  );
  expect(new Set(pages).size).toBe(1);
});

test('nobody is asked for what cannot be', async () => {
  expect((await visit({ path: '/public/abc/x' })).made.calls).toEqual([]);
});

test('too many requests are told so', async () => {
  const { response } = await visit({ answer: refusal(429, 'RATE_LIMITED') });
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await response.text()).toContain('One moment, please');
});

test('a service that is away is told so, and logged', async () => {
  const log = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { response } = await visit({ answer: new Error('connection refused'), locale: 'pt-BR' });
  log.mockRestore();
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await response.text()).toContain('Não foi possível alcançar a estante');
});

test('an installation with https asks for https from then on', async () => {
  const made = await sampleVisit({ path, answer: notFound });
  expect(showNotice('notFound', made).headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  const plain = showNotice('notFound', { ...made, look: { ...made.look, origin: 'http://localhost:3000' } });
  expect(plain.headers.get('strict-transport-security')).toBeNull();
});
