import { expect, test } from 'vitest';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const contentUrl = 'https://copies.test';
const { call, signUp, request, clock } = await createTestProvider({ config: { contentUrl } });

const html = '<!doctype html><title>Today</title><p>A copied page.</p>';

interface Kept {
  readonly person: TestAccount;
  readonly uuid: string;
  readonly copy: string;
}

async function keep(): Promise<Kept> {
  const person = await signUp();
  const { uuid } = (await call('bookmarks.create', { body: { url: 'https://kept.example/' } }, person)).body;
  const body = new FormData();
  body.set('file', new Blob([html], { type: 'text/html' }));
  const copy = (await call('bookmarks.uploadCopy', { params: { uuid }, body }, person)).body.uuid;
  return { person, uuid, copy };
}

const askFor = ({ person, uuid, copy }: Kept): Promise<Response> =>
  request(`/v1/bookmarks/${uuid}/copies/${copy}/file`, {
    headers: { authorization: `Bearer ${person.token}` },
  });

async function addressOf(kept: Kept): Promise<string> {
  const response = await askFor(kept);
  expect(response.status).toBe(302);
  expect(await response.text()).toBe('');
  const location = response.headers.get('location') ?? '';
  expect(location.startsWith(`${contentUrl}/content/`)).toBe(true);
  return location.slice(contentUrl.length);
}

test('a copy is served by a signed address, without a token, with its policy', async () => {
  const response = await request(await addressOf(await keep()));
  expect(await response.text()).toBe(html);
  expect(response.headers.get('content-security-policy')).toBe(
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors https://markwell.test",
  );
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
  });
  expect(response.headers.getSetCookie()).toEqual([]);
});

test('a copy of another account has no address', async () => {
  const kept = await keep();
  expect((await askFor({ ...kept, person: await signUp() })).status).toBe(404);
  expect((await askFor({ ...kept, copy: kept.uuid })).status).toBe(404);
});

// Guarantee: nobody reads a copy without an address that its account got minutes ago.
test('an address is refused if anything in it is changed, and after five minutes', async () => {
  const [kept, other] = [await keep(), await keep()];
  const path = await addressOf(kept);
  const payload = path.slice(0, path.lastIndexOf('.'));
  const signature = path.slice(payload.length + 1);
  const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const changed = [
    payload,
    `${payload}.`,
    `${payload}.${flipped}`,
    `${payload}.${signature.slice(0, 40)}`,
    `${payload.replace(kept.copy, other.copy)}.${signature}`,
    `${payload.replace(kept.uuid, other.uuid)}.${signature}`,
    `${payload}z.${signature}`,
    '/content/x',
    '/content/.',
  ];
  for (const one of changed) expect((await request(one)).status, one).toBe(404);
  expect((await request(path)).status).toBe(200);
  clock.advance(5 * 60_000 + 1);
  expect((await request(path)).status).toBe(404);
});

test('an address ends with its copy', async () => {
  const kept = await keep();
  const path = await addressOf(kept);
  await call('bookmarks.deleteCopy', { params: { uuid: kept.uuid, copy: kept.copy } }, kept.person);
  expect((await request(path)).status).toBe(404);
});
