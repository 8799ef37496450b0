import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '@/lib/contract/endpoint';
import { contract, operationIds, type OperationId } from '@/lib/contract/index';
import { hashPersonalToken } from '@/provider/modules/auth/personal-tokens';
import { newId } from '@/provider/db/client';
import { createEncrypter } from '@/provider/testing/bookmarks';
import { createStranger, rowOf, snapshotOf } from '@/provider/testing/account-data';
import { createTestProvider } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider();
const { request, signUp, clock } = testProvider;
const stranger = await createStranger(testProvider);
const person = await createStranger(testProvider, await signUp());
const { saveEncrypted, encryptAll } = createEncrypter(testProvider);
const toEncrypt = await encryptAll(await saveEncrypted(person, 'old', 1), 'new');

const withAudience = (audience: Endpoint['audience']): OperationId[] =>
  operationIds.filter((id) => contract[id].audience === audience);
const withParams = operationIds.filter((id) => 'params' in contract[id]);

const send = (id: OperationId, path: string, token: string | null, body?: unknown): Promise<Response> =>
  request(path, {
    method: contract[id].method,
    headers: {
      ...(token !== null && { authorization: token }),
      ...(body !== undefined && {
        'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

const pathOf = (id: OperationId, segment: string): string => contract[id].path.replace(/\{\w+\}/g, segment);

const tokenOf = async (
  scope: 'read' | 'write',
  change = '',
  accountId = person.accountId,
): Promise<string> => {
  const token = `mwp_${newId()}`;
  await testProvider.db.$client.query(
    `insert into personal_tokens (id, account_id, name, scope, hash, created_at) values ($1, $2, 'Script', $3, $4, now())`,
    [newId(), accountId, scope, hashPersonalToken(token)],
  );
  if (change !== '') {
    await testProvider.db.$client.query(`update personal_tokens set ${change} where hash = $1`, [
      hashPersonalToken(token),
    ]);
  }
  return `Bearer ${token}`;
};

describe('an operation for account holders', () => {
  const unsigned = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const [header = '', payload = ''] = person.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;

  const tokens: [string, () => string | null | Promise<string>][] = [
    ['no token', () => null],
    ['an empty token', () => 'Bearer '],
    ['another scheme', () => `Basic ${Buffer.from('ada:secret').toString('base64')}`],
    ['garbage', () => 'Bearer garbage'],
    ['garbage of a hundred kilobytes', () => `Bearer ${'a'.repeat(100_000)}`],
    ['a token without a signature', () => `Bearer ${header}.${payload}.`],
    [
      'a token that says it needs none',
      () => `Bearer ${unsigned({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    ],
    [
      'a token for another audience',
      async () => {
        const jwt = new SignJWT({ ...claims, aud: 'another' }).setProtectedHeader({
          alg: 'HS256',
          typ: 'at+jwt',
        });
        return `Bearer ${await jwt.sign(new TextEncoder().encode(testProvider.deps.config.secret))}`;
      },
    ],
    ['a refresh token', () => `Bearer ${person.refreshToken}`],
  ];

  test.each([...withAudience('member'), ...withAudience('admin')])(
    '%s is refused without a token that holds, before anything else',
    async (id) => {
      for (const [what, make] of tokens) {
        const token = await make();
        for (const segment of [person.bookmark, 'not a uuid']) {
          const response = await send(id, pathOf(id, encodeURIComponent(segment)), token);
          expect(response.status, what).toBe(401);
          expect(response.headers.get('www-authenticate')).toBe('Bearer');
          expect(await response.json()).toMatchObject({ code: 'UNAUTHENTICATED' });
        }
      }
    },
  );

  test.each(withAudience('member'))('%s is rejected once the token has expired', async (id) => {
    clock.advance(16 * 60_000);
    const response = await send(id, pathOf(id, person.bookmark), `Bearer ${person.token}`);
    clock.advance(-16 * 60_000);
    expect(response.status).toBe(401);
  });
});

describe('an operation for administrators', async () => {
  const admin = await createStranger(testProvider, await signUp({ admin: true }));

  test.each(withAudience('admin'))('%s does not exist for personal access tokens', async (id) => {
    for (const scope of ['read', 'write'] as const) {
      const token = await tokenOf(scope, '', admin.accountId);
      for (const segment of [person.bookmark, 'not a uuid']) {
        const response = await send(id, pathOf(id, encodeURIComponent(segment)), token);
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
      }
    }
  });

  // The content and names that users have saved are not visible to administrators. The responses identify the account
  // itself.
  test.each(withAudience('admin').filter((id) => Object.keys(contract[id].responses).includes('200')))(
    '%s does not return anything that a user has saved',
    async (id) => {
      const path = pathOf(id, person.accountId);
      const body = contract[id].method === 'GET' ? undefined : {};
      const response = await send(id, path, `Bearer ${admin.token}`, body);
      expect(response.status).toBe(id === 'admin.screenshot' ? 404 : 200);
      const text = await response.text();
      for (const secret of [person.canary, stranger.canary]) expect(text).not.toContain(secret);
    },
  );

  test.each(withAudience('admin'))('%s does not exist for other accounts', async (id) => {
    const path = pathOf(id, person.bookmark);
    const answers = await Promise.all(
      [`Bearer ${person.token}`, `Bearer ${stranger.token}`].map((token) => send(id, path, token)),
    );
    for (const response of answers) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});

describe('a personal access token', () => {
  const members = withAudience('member');
  const isForSessions = (id: OperationId): boolean => (contract[id] as Endpoint).sessionOnly === true;
  const isRead = (id: OperationId): boolean => contract[id].method === 'GET';

  test.each(members)('%s rejects one that never existed, has expired or was revoked', async (id) => {
    const revoked = await tokenOf('write');
    await testProvider.db.$client.query('delete from personal_tokens where hash = $1', [
      hashPersonalToken(revoked.slice('Bearer '.length)),
    ]);
    const expired = await tokenOf('write', `expires_at = now() - interval '1 second'`);
    for (const token of [revoked, expired, 'Bearer mwp_', 'Bearer mwp_garbage']) {
      expect((await send(id, pathOf(id, person.bookmark), token)).status).toBe(401);
    }
  });

  // An error must not be 403, which ends the session of a client.
  test.each(members.filter((id) => isForSessions(id) || !isRead(id)))(
    '%s rejects one with an insufficient scope before anything else, and changes nothing',
    async (id) => {
      const before = await snapshotOf(testProvider, person.accountId);
      const scopes = isForSessions(id) ? (['read', 'write'] as const) : (['read'] as const);
      for (const scope of scopes) {
        const token = await tokenOf(scope, `last_used_at = now()`);
        for (const segment of [rowOf(id, person), rowOf(id, stranger), 'not a uuid']) {
          const response = await send(id, pathOf(id, encodeURIComponent(segment)), token);
          expect(response.status).toBe(409);
          expect(await response.json()).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
        }
        await testProvider.db.$client.query('delete from personal_tokens where hash = $1', [
          hashPersonalToken(token.slice('Bearer '.length)),
        ]);
      }
      expect(await snapshotOf(testProvider, person.accountId)).toEqual(before);
    },
  );

  test.each(members.filter((id) => isRead(id) && !isForSessions(id)))(
    '%s takes one that may read',
    async (id) => {
      const response = await send(id, pathOf(id, rowOf(id, person)), await tokenOf('read'));
      expect([401, 403, 409]).not.toContain(response.status);
      await response.body?.cancel();
    },
  );

  test('with write scope can do what its account can, and accesses no other account', async () => {
    const headers = { authorization: await tokenOf('write'), 'content-type': 'application/json' };
    const favorite = (bookmark: string): Promise<Response> =>
      request(`/v1/bookmarks/${bookmark}/favorite`, { method: 'PUT', headers, body: '{"favorite":true}' });
    expect((await favorite(person.bookmark)).status).toBe(200);
    expect((await favorite(stranger.bookmark)).status).toBe(404);
  });
});

describe('an operation with an id in its path', () => {
  const bodies: Partial<Record<OperationId, unknown>> = {
    'bookmarks.update': { title: 'Taken' },
    'bookmarks.favorite': { favorite: true },
    'bookmarks.order': { after: person.bookmark },
    'bookmarks.addToKeyChange': { items: toEncrypt },
    'bookmarks.applyKeyChange': { count: toEncrypt.length },
    'bookmarks.sendContent': '<p>No article',
    'bookmarks.chooseCover': { url: 'https://pictures.example/a.png' },
    'highlights.create': { quote: 'Taken' },
    'highlights.update': { note: 'Taken' },
    'collections.update': { name: 'Taken' },
    'collections.chooseCover': { bookmark: person.bookmark },
    'collections.order': { after: person.collection },
    'collections.merge': { into: person.collection },
    'collections.move': { space: person.spaceId },
    'spaces.update': { name: 'Taken' },
    'tags.rename': { name: 'Taken' },
  };
  const token = `Bearer ${person.token}`;

  test.each(withParams)(
    '%s responds alike to the id of another account, a missing and an invalid one',
    async (id) => {
      const before = await snapshotOf(testProvider, stranger.accountId);
      const segments = [
        newId(),
        rowOf(id, stranger),
        '00000000-0000-0000-0000-000000000000',
        '1',
        'abc',
        '{uuid}',
        `${rowOf(id, person)} `,
        `${rowOf(id, person)}%00`,
        'a'.repeat(10_000),
      ];
      const answers = await Promise.all(
        segments.map(async (segment) => {
          const response = await send(id, pathOf(id, encodeURIComponent(segment)), token, bodies[id]);
          return `${response.status} ${await response.text()}`;
        }),
      );
      expect(answers[0]).toMatch(/^404 .*"NOT_FOUND"/);
      expect(new Set(answers)).toEqual(new Set([answers[0]]));
      expect(await snapshotOf(testProvider, stranger.accountId)).toEqual(before);
    },
  );

  // There is no cover and no copy, and a picture has to be decoded or fetched: provider/modules/covers and copies test
  // these.
  const isOwn = (id: OperationId): boolean =>
    !/delete|undo|merge|(?<!remove)cover$|(?<!make)copy(?:file|picture)?$/i.test(id) &&
    contract[id].audience !== 'admin';
  test.each(withParams.filter(isOwn))(
    '%s finds the caller’s own row, also with an upper-case id',
    async (id) => {
      // These need no account: they return only public data.
      if (id === 'collections.public') await publish();
      const row = rowOf(id, person).toUpperCase();
      const response = await send(
        id,
        pathOf(id, row),
        token,
        id === 'bookmarks.order' ? { after: await another() } : bodies[id],
      );
      expect(response.status).toBeLessThan(300);
    },
  );

  const publish = async (): Promise<void> => {
    const input = { params: { uuid: person.collection }, body: { security: 1 } } as const;
    await testProvider.call('collections.update', input, person);
  };

  const another = async (): Promise<string> => {
    const body = { url: `https://example.test/${newId()}` };
    return (await testProvider.call('bookmarks.create', { body }, person)).body.uuid;
  };
});
