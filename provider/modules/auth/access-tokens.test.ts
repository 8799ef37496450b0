import { createHmac, hkdfSync } from 'node:crypto';
import { base64url, CompactSign, SignJWT, type JWTPayload } from 'jose';
import { describe, expect, test } from 'vitest';
import { createAccessTokenVerifier, signAccessToken } from '@/provider/modules/auth/access-tokens';

const secret = 'a secret that only this test knows';
const now = new Date('2026-03-01T12:00:00Z');
const claims = { accountId: 'a1', sessionId: 's1', isAdmin: false };
const verify = createAccessTokenVerifier(secret);

const { token } = await signAccessToken(secret, claims, now);
const [header = '', payload = '', signature = ''] = token.split('.');
const encode = (value: unknown): string => base64url.encode(JSON.stringify(value));
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(base64url.decode(part))) as Record<string, unknown>;

describe('an access token', () => {
  test('identifies its session for fifteen minutes, and contains its expiry and whether it is an administrator’s', async () => {
    expect(await verify(token, now)).toEqual({ ...claims, expiresAt: now.getTime() / 1000 + 900 });
    expect(decode(payload)).toMatchObject({ exp: now.getTime() / 1000 + 900, isAdmin: false });
  });

  test('is rejected after its expiry, also if it was verified before', async () => {
    expect(await verify(token, new Date(now.getTime() + 899_000))).not.toBeNull();
    expect(await verify(token, new Date(now.getTime() + 900_000))).toBeNull();
    expect(await createAccessTokenVerifier(secret)(token, new Date(now.getTime() + 900_000))).toBeNull();
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['words', 'not a token'],
    ['no signature', `${header}.${payload}.`],
    ['a cut signature', token.slice(0, -4)],
    ['another payload', `${header}.${encode({ ...decode(payload), isAdmin: true })}.${signature}`],
    ['alg none', `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`],
    ['alg None with the old signature', `${encode({ alg: 'None', typ: 'at+jwt' })}.${payload}.${signature}`],
    [
      'a stronger algorithm than agreed',
      `${encode({ alg: 'HS512', typ: 'at+jwt' })}.${payload}.${signature}`,
    ],
    [
      'a critical extension',
      `${encode({ alg: 'HS256', typ: 'at+jwt', crit: ['b64'], b64: false })}.${payload}.${signature}`,
    ],
  ])('is refused with %s', async (_, forged) => {
    expect(await verify(forged, now)).toBeNull();
  });

  test('is rejected when signed with the secret itself, whatever key its header points to', async () => {
    const forgedHeader = encode({
      alg: 'HS256',
      typ: 'at+jwt',
      kid: '../../dev/null',
      jku: 'https://evil.test/keys',
    });
    for (const key of [secret, '']) {
      const forgedSignature = createHmac('sha256', key)
        .update(`${forgedHeader}.${payload}`)
        .digest('base64url');
      expect(await verify(`${forgedHeader}.${payload}.${forgedSignature}`, now)).toBeNull();
    }
  });

  test('is rejected when signed by another installation', async () => {
    const foreign = await signAccessToken('another secret', claims, now);
    expect(await verify(foreign.token, now)).toBeNull();
  });
});

describe('a token of the same key for another purpose', () => {
  const seconds = now.getTime() / 1000;
  const goodHeader = { alg: 'HS256', typ: 'at+jwt' };
  const goodClaims = { sub: 'a1', sid: 's1', iss: 'markwell', aud: 'markwell:api', exp: seconds + 60 };

  const sign = (change: { header?: object; claims?: object }): Promise<string> => {
    const key = new Uint8Array(hkdfSync('sha256', secret, '', 'markwell access token 1', 32));
    const changed = JSON.parse(JSON.stringify({ ...goodClaims, ...change.claims })) as JWTPayload;
    return new SignJWT(changed).setProtectedHeader({ ...goodHeader, ...change.header }).sign(key);
  };

  test('is valid without changes, so that the rejections below are meaningful', async () => {
    expect(await verify(await sign({}), now)).toMatchObject({ accountId: 'a1', sessionId: 's1' });
  });

  test.each([
    ['another type', { header: { typ: 'JWT' } }],
    ['no type', { header: { typ: undefined } }],
    ['another audience', { claims: { aud: 'markwell:email' } }],
    ['another issuer', { claims: { iss: 'elsewhere' } }],
    ['a beginning in the future', { claims: { nbf: seconds + 30 } }],
    ['no end', { claims: { exp: undefined } }],
    ['an end that is no number', { claims: { exp: '9999999999' } }],
    ['no session', { claims: { sid: undefined } }],
    ['a session that is no text', { claims: { sid: 7 } }],
    ['no account', { claims: { sub: undefined } }],
  ])('is refused with %s', async (_, change) => {
    expect(await verify(await sign(change), now)).toBeNull();
  });

  test.each(['1e999', '-1e999'])('is rejected with the expiry %s, which is not finite', async (end) => {
    const key = new Uint8Array(hkdfSync('sha256', secret, '', 'markwell access token 1', 32));
    const json = JSON.stringify(goodClaims).replace(String(goodClaims.exp), end);
    expect((JSON.parse(json) as { exp: number }).exp).toBe(Number(end));
    const forged = new CompactSign(new TextEncoder().encode(json)).setProtectedHeader(goodHeader);
    expect(await verify(await forged.sign(key), now)).toBeNull();
  });
});

describe('the cache of valid tokens', () => {
  test('has a limited size', async () => {
    const small = createAccessTokenVerifier(secret);
    const tokens = await Promise.all(
      Array.from({ length: 2_100 }, (_, index) =>
        signAccessToken(secret, { ...claims, sessionId: `s${index}` }, now),
      ),
    );
    for (const issued of tokens) await small(issued.token, now);
    expect(await small(tokens[0]?.token ?? '', now)).toMatchObject({ sessionId: 's0' });
  });
});
