import { describe, expect, it } from 'vitest';
import type { Renewal } from '@/lib/bff/context';
import { renewVisit } from '@/lib/bff/renewal';
import { createTestBff } from '@/lib/bff/testing/create-test-bff';
import { sampleAccount } from '@/lib/bff/testing/fake-service';
import { sampleSession } from '@/lib/bff/testing/sample-session';

const now = Date.UTC(2026, 0, 1);
const session = sampleSession({ now });
const renewed = { ...session, access: { token: 'next', expires: now + 900_000 } };

async function visit(redirect: string, renewal: Renewal, cookie?: string) {
  const bff = createTestBff(() => now);
  const headers = { cookie: cookie ?? (await bff.cookie(session)) };
  const request = new Request(`https://app.test/session/renew?redirect=${encodeURIComponent(redirect)}`, {
    headers,
  });
  const response = await renewVisit(
    { sessions: bff.sessions, renew: () => Promise.resolve(renewal) },
    request,
  );
  return {
    status: response.status,
    location: response.headers.get('location'),
    kept: await bff.kept(response),
  };
}

describe('the renewal of a page’s session', () => {
  const done: Renewal = { kind: 'renewed', session: renewed, account: sampleAccount() };

  it('redirects back with new tokens', async () => {
    expect(await visit('/search?q=a', done)).toEqual({ status: 303, location: '/search?q=a', kept: renewed });
  });

  it('redirects to no other origin', async () => {
    for (const target of [
      '//evil.example',
      '/session/renew?redirect=/',
      '/v1/auth/logout',
      'https://evil.example',
    ]) {
      expect(await visit(target, done)).toMatchObject({ location: '/' });
    }
  });

  // Guarantee: a visitor whose session the service has ended is redirected to the sign-in page once.
  it('clears a session that has ended, so that the sign-in page does not redirect back', async () => {
    const signIn = { status: 303, location: '/signin?redirect=%2Fsearch%3Fq%3Da', kept: null };
    expect(await visit('/search?q=a', { kind: 'ended' })).toEqual(signIn);
    expect(await visit('/search?q=a', done, '__Host-markwell=garbage')).toEqual(signIn);
    expect(await visit('/search?q=a', done, '')).toEqual(signIn);
  });

  it('keeps a session if the service is unreachable', async () => {
    expect(await visit('/', { kind: 'unavailable' })).toEqual({
      status: 503,
      location: null,
      kept: undefined,
    });
  });
});
