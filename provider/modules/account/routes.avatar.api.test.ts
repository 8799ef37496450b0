import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createTestProvider, type TestAccount } from '@/provider/testing/test-provider';

const { call, signUp, request, db } = await createTestProvider();

interface Picture {
  width?: number;
  height?: number;
  format?: 'png' | 'jpeg' | 'gif' | 'webp';
}

const picture = ({ width = 600, height = 300, format = 'png' }: Picture = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#b93a1a' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .toFormat(format)
    .toBuffer();

const put = (person: TestAccount, body: Uint8Array, type = 'image/png') =>
  call(
    'account.updateAvatar',
    { body: new Uint8Array(body) },
    { ...person, headers: { 'content-type': type } },
  );

const read = (person: TestAccount, path: string, init: RequestInit = {}): Promise<Response> =>
  request(path, { ...init, headers: { authorization: `Bearer ${person.token}` } });

describe('a picture', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'of %s is cropped to a square and re-encoded',
    async (format) => {
      const person = await signUp();
      const { avatar } = (await put(person, await picture({ format }), `image/${format}`)).body;
      expect((await call('account.get', {}, person)).body.avatar).toBe(avatar);
      const response = await read(person, avatar ?? '');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
      expect(bytes.toString('latin1')).not.toContain('secret');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
    },
  );

  test('that is small is cropped and not enlarged', async () => {
    const person = await signUp();
    const { avatar } = (await put(person, await picture({ width: 40, height: 90 }))).body;
    const bytes = await (await read(person, avatar ?? '')).arrayBuffer();
    expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({ width: 40, height: 40 });
  });

  test('has a new path when it is replaced; the old one is gone, and there is none after its deletion', async () => {
    const person = await signUp();
    const first = (await put(person, await picture())).body.avatar ?? '';
    const second = (await put(person, await picture())).body.avatar ?? '';
    expect(second).not.toBe(first);
    expect([(await read(person, first)).status, (await read(person, second)).status]).toEqual([404, 200]);
    expect((await call('account.deleteAvatar', {}, person)).status).toBe(204);
    expect((await call('account.get', {}, person)).body.avatar).toBeNull();
    expect((await read(person, second)).status).toBe(404);
    expect((await call('account.deleteAvatar', {}, person)).status).toBe(204);
  });

  test('is only returned to its account', async () => {
    const [person, stranger] = [await signUp(), await signUp()];
    const { avatar } = (await put(person, await picture())).body;
    expect((await read(stranger, avatar ?? '')).status).toBe(404);
    expect((await request(avatar ?? '')).status).toBe(401);
  });

  /** A PNG whose header declares a larger size. */
  const bomb = async (edge: number): Promise<Buffer> => {
    const bytes = await picture();
    bytes.writeUInt32BE(edge, 16);
    bytes.writeUInt32BE(edge, 20);
    return bytes;
  };

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string, number, string]>([
    [
      'markup',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'image/png',
      422,
      'INVALID_IMAGE',
    ],
    ['another type', () => picture(), 'image/svg+xml', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['nothing', () => new Uint8Array(), 'image/png', 422, 'INVALID_IMAGE'],
    ['half a file', async () => (await picture()).subarray(0, 60), 'image/png', 422, 'INVALID_IMAGE'],
    ['no pixels', () => bomb(0), 'image/png', 422, 'INVALID_IMAGE'],
    ['too many pixels', () => bomb(30_000), 'image/png', 422, 'INVALID_IMAGE'],
    ['too many bytes', () => new Uint8Array(2 * 1024 * 1024 + 1), 'image/png', 413, 'BODY_TOO_LARGE'],
  ])('of %s is refused, and the one before stays', async (_, make, type, status, code) => {
    const person = await signUp();
    const { avatar } = (await put(person, await picture())).body;
    const answer = await put(person, await make(), type);
    expect([answer.status, answer.problem.code]).toEqual([status, code]);
    expect((await call('account.get', {}, person)).body.avatar).toBe(avatar);
  });

  test('of one account is one row', async () => {
    const person = await signUp();
    await Promise.all([
      put(person, await picture()),
      put(person, await picture()),
      put(person, await picture()),
    ]);
    const { rows } = await db.$client.query('select id from avatars where account_id = $1', [
      person.accountId,
    ]);
    expect(rows).toEqual([{ id: (await call('account.get', {}, person)).body.avatar?.split('/').at(-1) }]);
  });
});
