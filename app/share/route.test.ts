import { expect, test } from 'vitest';
import { GET, POST } from '@/app/share/route';
import { parseSharedLink } from '@/lib/domain/shared-link';

const share = (body: BodyInit, headers: Record<string, string> = {}): Promise<Response> => {
  const request = new Request('http://app.test/share', { method: 'POST', body });
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
  const request = new Request('http://app.test/share', { method: 'POST', body: 'title=x' });
  expect((await POST(request)).status).toBe(413);
  expect(request.bodyUsed).toBe(false);
});

test('going back opens the empty form', () => {
  expect(GET().headers.get('location')).toBe('/#add');
});
