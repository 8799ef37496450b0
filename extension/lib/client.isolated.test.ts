import { fakeBrowser } from '@/extension/testing/fake-browser';
import { beforeEach, expect, test } from 'vitest';
import { call, NotConnected } from '@/extension/lib/client';
import { setConnectionState } from '@/extension/lib/connection';
import { getSettings, updateSettings } from '@/extension/lib/settings';
import { reply, startServer } from '@/extension/testing/test-server';

beforeEach(() => fakeBrowser.reset());

test('calls are in the default space of the settings while it exists, or in that of the account', async () => {
  const spaces: unknown[] = [];
  const { origin } = await startServer((request, response) => {
    const space = request.headers['space-id'];
    spaces.push(space);
    if (space === 'deleted') reply(response, 404, { code: 'SPACE_NOT_FOUND', message: '', errors: [] });
    else reply(response, 200, { content: [] });
  });
  const account = { uuid: 'ada', name: 'Ada', email: 'ada@example.org', plan: 'free' as const };
  await setConnectionState({
    status: 'connected',
    connection: { origin, token: 't', account, space: 'home' },
  });
  await call('tags.list', {});
  await updateSettings({ space: 'work' });
  await call('tags.list', {});
  await call('tags.list', {}, { headers: { 'space-id': 'other' } });
  await updateSettings({ space: 'deleted' });
  await call('tags.list', {});
  expect(spaces).toEqual(['home', 'work', 'other', 'deleted', 'home']);
  expect((await getSettings()).space).toBeNull();
});

test('a call without a connection is rejected', async () => {
  await expect(call('tags.list', {})).rejects.toBeInstanceOf(NotConnected);
});
