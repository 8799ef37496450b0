import { expect, test, vi } from 'vitest';
import { announceSessionChange, onSessionChange } from '@/lib/api/session';

test('another tab is heard until the listener is taken back, and this one is not', async () => {
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

test('what this tab announces reaches the others', async () => {
  const heard = vi.fn();
  const otherTab = new BroadcastChannel('markwell-session');
  otherTab.onmessage = heard;
  announceSessionChange();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  otherTab.close();
});
