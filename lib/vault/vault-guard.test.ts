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

test('locking in one tab locks each of the others once, but not itself again', async () => {
  const [here, there] = [vi.fn(), vi.fn()];
  const [one, other] = [guardVault(here), guardVault(there)];
  one.tellOthers();
  await vi.waitFor(() => expect(there).toHaveBeenCalledTimes(1));
  expect(here).not.toHaveBeenCalled();
  for (const guard of [one, other]) guard.stop();
});

test('the vault is locked when the session ends, in this or another tab', async () => {
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
