import { expect, test } from 'vitest';
import { GET, POST } from '@/app/add/route';
import { parseSharedLink } from '@/lib/domain/shared-link';

const share = (body: BodyInit, headers: Record<string, string> = {}): Promise<Response> => {
  const request = new Request('http://app.test/add', { method: 'POST', body });
  const length =
    typeof body === 'string' ? body.length : body instanceof URLSearchParams ? `${body}`.length : 0;
  request.headers.set('content-length', String(length));
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  return POST(request);
};

test('shared content opens the filled form, and is in no URL that a server receives', async () => {
  const response = await share(
    new URLSearchParams({ title: 'Night trains', text: 'https://trains.example/' }),
  );
  expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
  const [path, query = ''] = response.headers.get('location')?.split('#add?') ?? [];
  expect(path).toBe('/');
  expect(parseSharedLink(query)).toEqual({
    url: 'https://trains.example/',
    title: 'Night trains',
    description: '',
  });
});

test.each([
  ['a file in the place of a text', 303, new FormData()],
  ['no form', 400, 'title=x'],
])('%s: %s', async (_, status, body) => {
  if (body instanceof FormData) body.set('title', new File(['x'], 'x.txt'));
  expect((await share(body)).status).toBe(status);
});

test('a body that is too long, or of unknown length, is refused before it is read', async () => {
  expect((await share('title=x', { 'content-length': '262145' })).status).toBe(413);
  const request = new Request('http://app.test/add', { method: 'POST', body: 'title=x' });
  expect((await POST(request)).status).toBe(413);
  expect(request.bodyUsed).toBe(false);
});

const add = (query: string) => GET(new Request(`http://app.test/add${query}`)).headers.get('location') ?? '';

test('a link with parameters opens the filled form', () => {
  const given = {
    url: 'https://trains.example/?a=1&b=2',
    title: 'Night & day',
    text: 'A quote',
    tags: 'a, b',
  };
  const [path, query = ''] = add(`?${new URLSearchParams(given)}`).split('#add?');
  expect(path).toBe('/');
  expect(parseSharedLink(query)).toEqual({
    url: given.url,
    title: given.title,
    description: given.text,
    tags: given.tags,
  });
});

test.each(['', '?', '?url=&title=', '?other=x'])('without content the form is empty: %s', (query) => {
  expect(add(query)).toBe('/#add');
});

test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)'])(
  '%s is never the target',
  (url) => {
    expect(add(`?${new URLSearchParams({ url })}`)).toMatch(/^\/#add\?url=/);
  },
);
