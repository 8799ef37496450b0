import { sealData } from 'iron-session';
import { describe, expect, it } from 'vitest';
import { createSessions, createSessionSeal, type Session } from '@/lib/bff/session';
import { sampleSession } from '@/lib/bff/testing/sample-session';

const SECRET = 'qL8v0Zr4cJ2xW7tY1nB5mK9dF3hG6sPa';
const now = Date.UTC(2026, 0, 1);

function create(secret = SECRET, isSecure = true) {
  return createSessions(createSessionSeal(secret), isSecure, () => now);
}

/** Returns the Cookie header that a browser sends after a Set-Cookie header. */
async function cookieOf(session: Session, secret = SECRET): Promise<string> {
  return (await create(secret).keep(session)).split(';', 1)[0] ?? '';
}

describe('the session cookie', () => {
  it('can be opened in this process and in another', async () => {
    const session = sampleSession({ now });
    const cookie = await cookieOf(session);
    expect(await create().find(`theme=dark; ${cookie}; other=1`)).toEqual({ session, hasCookie: true });
    expect(cookie).not.toContain(session.access.token);
  });

  it('cannot be read or set by scripts, other sites or other hosts', async () => {
    const header = await create().keep(sampleSession({ now }));
    expect(header).toMatch(
      /^__Host-markwell=Fe26\.2\*[\w*~-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=.+ GMT$/,
    );
    expect(await create(SECRET, false).keep(sampleSession({ now }))).toMatch(
      /^markwell=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Expires=/,
    );
    expect(create().forget()).toBe('__Host-markwell=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0');
  });

  it('fits into a browser cookie, with the longest tokens of the provider', async () => {
    expect((await create().keep(sampleSession({ now }))).length).toBeLessThan(2500);
    const huge = sampleSession({ now, access: { token: 'x'.repeat(5000), expires: now } });
    await expect(create().keep(huge)).rejects.toThrow('too long');
  });

  it('expires with its refresh token', async () => {
    const ended = sampleSession({ now, refresh: { token: 'r', expires: now } });
    expect(await create().find(await cookieOf(ended))).toEqual({ session: null, hasCookie: true });
  });

  // Guarantee: a browser that signed out without a network is treated as signed out.
  it('is only used to end the session if the browser signed out without a network', async () => {
    const session = sampleSession({ now });
    const cookie = await cookieOf(session);
    const left = { session: null, left: session, hasCookie: true };
    expect(await create().find(`${cookie}; __Host-markwell-signed-out=1`)).toEqual(left);
    expect(await create().find(`${cookie}; markwell-signed-out=1`)).toEqual({ session, hasCookie: true });
    expect(await create().find('__Host-markwell-signed-out=1')).toEqual({ session: null, hasCookie: false });
    const plain = (await create(SECRET, false).keep(session)).split(';', 1)[0] ?? '';
    expect(await create(SECRET, false).find(`${plain}; markwell-signed-out=1`)).toEqual(left);
  });

  it('finds the genuine one among planted ones, and limits how many it checks', async () => {
    const cookie = await cookieOf(sampleSession({ now }));
    expect((await create().find(`__Host-markwell=planted; ${cookie}`)).session).not.toBeNull();
    expect((await create().find(`${'__Host-markwell=planted; '.repeat(500)}${cookie}`)).session).toBeNull();
  });
});

describe('an invalid session cookie is treated as signed out', () => {
  const password = { password: SECRET, ttl: 0 };
  it.each<[string, () => string | Promise<string>]>([
    ['garbage', () => 'garbage'],
    ['base64 noise', () => Buffer.from('noise'.repeat(100)).toString('base64')],
    ['escapes', () => '%E0%A4%A%00'],
    ['100 kB', () => 'Fe26.2*'.padEnd(100_000, 'a')],
    ['the right prefix', () => 'Fe26.2*'],
    ['too few context', () => 'Fe26.2*1*a*b~2'],
    ['bad context', () => 'Fe26.2*1*!*!*!*!*!*!~2'],
    ['another version', async () => (await sealed()).replace('Fe26.2', 'Fe26.1')],
    ['no version', async () => (await sealed()).replace('~2', '')],
    ['a strange version', async () => (await sealed()).replace('~2', '~__proto__')],
    ['an unknown key id', async () => (await sealed()).replace('Fe26.2*1', 'Fe26.2*constructor')],
    ['half of it', async () => (await sealed()).slice(0, 200)],
    ['a changed byte', async () => flip(await sealed())],
    [
      'a seal of another application',
      () => sealData(sampleSession({ now }), { password: 'x'.repeat(32), ttl: 0 }),
    ],
    ['a seal with the bare secret', () => sealData(sampleSession({ now }), password)],
    [
      'another secret',
      async () => (await cookieOf(sampleSession({ now }), 'z'.repeat(40))).split('=')[1] ?? '',
    ],
  ])('%s', async (_name, make) => {
    expect(await create().find(`__Host-markwell=${await make()}`)).toEqual({
      session: null,
      hasCookie: true,
    });
  });

  it('also if our seal contains something else', async () => {
    const session = sampleSession({ now });
    const wrong = [
      {},
      [],
      'text',
      { v: 2 },
      { ...session, v: 0 },
      { ...session, access: {} },
      { ...session, language: 'xx' },
      { ...session, refresh: { ...session.refresh, expires: rawJson('1e999') } },
    ];
    for (const content of wrong) {
      const text = await createSessionSeal(SECRET).seal(content as Session);
      expect(await create().find(`__Host-markwell=${text}`), text).toEqual({
        session: null,
        hasCookie: true,
      });
    }
  });

  it.each([null, '', ';', '=', '__Host-markwell', '__Host-markwell=', 'markwell=x', ' ; ; '])(
    'no cookie: %j',
    async (header) => {
      expect(await create().find(header)).toEqual({ session: null, hasCookie: false });
    },
  );
});

/** A number literal that JSON parses as Infinity. */
const rawJson = (JSON as typeof JSON & { rawJSON: (text: string) => number }).rawJSON;

async function sealed(): Promise<string> {
  return (await cookieOf(sampleSession({ now }))).split('=')[1] ?? '';
}

function flip(text: string): string {
  const middle = Math.floor(text.length / 2);
  return text.slice(0, middle) + (text[middle] === 'A' ? 'B' : 'A') + text.slice(middle + 1);
}
