import { expect, test, vi } from 'vitest';
import { announceSessionChange, onSessionChange } from '@/lib/api/session';

test('changes of other tabs, but not of this one, are received until the listener is removed', async () => {
  const heard = vi.fn();
  const stop = onSessionChange(heard);
  const otherTab = new BroadcastChannel('markwell-session');
  announceSessionChange();
  otherTab.postMessage('changed');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  stop();
  const stillHeard = vi.fn();
  const stopOther = onSessionChange(stillHeard);
  otherTab.postMessage('changed');
  await vi.waitFor(() => expect(stillHeard).toHaveBeenCalledTimes(1));
  expect(heard).toHaveBeenCalledTimes(1);
  stopOther();
  otherTab.close();
});

test('an announcement of this tab reaches the others', async () => {
  const heard = vi.fn();
  const otherTab = new BroadcastChannel('markwell-session');
  otherTab.onmessage = heard;
  announceSessionChange();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  otherTab.close();
});
