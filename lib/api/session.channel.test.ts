import { expect, test, vi } from 'vitest';
import { announceSessionChange, onSessionChange } from '@/lib/api/session';

test('changes of other tabs, but not of this one, are received until the listener is removed', async () => {
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  const otherTab = new BroadcastChannel('markwell-session');
  announceSessionChange();
  otherTab.postMessage('changed');
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
  stop();
  const otherListener = vi.fn();
  const stopOther = onSessionChange(otherListener);
  otherTab.postMessage('changed');
  await vi.waitFor(() => expect(otherListener).toHaveBeenCalledTimes(1));
  expect(listener).toHaveBeenCalledTimes(1);
  stopOther();
  otherTab.close();
});

test('an announcement of this tab reaches the others', async () => {
  const listener = vi.fn();
  const otherTab = new BroadcastChannel('markwell-session');
  otherTab.onmessage = listener;
  announceSessionChange();
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
  otherTab.close();
});
