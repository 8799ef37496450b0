import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '@/lib/api/call';
import { onLogoutRequired } from '@/lib/api/session';

const listener = vi.fn();

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  onLogoutRequired(listener);
});

afterEach(() => {
  listener.mockReset();
  vi.unstubAllGlobals();
});

const answer = (status: number, body: object | string) =>
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
    ),
  );

const refusal = (status: number, code: string) => ({ status, code, message: `words of ${code}` });

test.each<[number, object | string, string]>([
  [401, refusal(401, 'UNAUTHENTICATED'), 'words of UNAUTHENTICATED'],
  [403, refusal(403, 'ACCOUNT_SUSPENDED'), 'words of ACCOUNT_SUSPENDED'],
  [401, '<html>', 'Authentication required'],
])('listeners are notified of %i, with its message', async (status, body, words) => {
  answer(status, body);
  await expect(call('account.get', {})).rejects.toMatchObject({ status });
  expect(listener.mock.calls).toEqual([[words]]);
});

test.each([
  [403, 'CROSS_ORIGIN'],
  [401, 'INVALID_CREDENTIALS'],
  [404, 'NOT_FOUND'],
  [500, 'INTERNAL'],
])('%i %s is not', async (status, code) => {
  answer(status, refusal(status, code));
  await expect(call('account.get', {})).rejects.toMatchObject({ status, code });
  expect(listener).not.toHaveBeenCalled();
});

test('nor is a problem that the caller handles itself, or a network failure', async () => {
  answer(401, refusal(401, 'UNAUTHENTICATED'));
  await expect(call('auth.logout', {}, { suppressLogout: true })).rejects.toMatchObject({ status: 401 });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
  await expect(call('account.get', {})).rejects.toThrow('the server could not be reached');
  expect(listener).not.toHaveBeenCalled();
});
