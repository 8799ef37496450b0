import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceSessionChange } from '@/lib/api/session';
import { guardVault } from '@/lib/vault/vault-guard';

beforeEach(() => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a locking in one tab locks the others, once each, and not itself', async () => {
  const [here, there] = [vi.fn(), vi.fn()];
  const [one, other] = [guardVault(here), guardVault(there)];
  one.tellOthers();
  await vi.waitFor(() => expect(there).toHaveBeenCalledTimes(1));
  expect(here).not.toHaveBeenCalled();
  for (const guard of [one, other]) guard.stop();
});

test('it is locked before the session is left, here and where another tab left it', async () => {
  const lock = vi.fn();
  const { stop } = guardVault(lock);
  announceSessionChange();
  expect(lock).toHaveBeenCalledTimes(1);
  const otherTab = new BroadcastChannel('markwell-session');
  otherTab.postMessage('changed');
  await vi.waitFor(() => expect(lock).toHaveBeenCalledTimes(2));
  stop();
  announceSessionChange();
  expect(lock).toHaveBeenCalledTimes(2);
  otherTab.close();
});
