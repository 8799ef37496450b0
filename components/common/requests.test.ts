import { expect, test, vi } from 'vitest';
import { createRequests } from '@/components/common/requests';

test('a request reaches the host, also one that was made before the host was there', () => {
  const { ask, onRequest } = createRequests<string>();
  ask('early');
  const host = vi.fn();
  onRequest(host);
  ask('later');
  expect(host.mock.calls).toEqual([['early'], ['later']]);
});

test('a host that left hears nothing, and what comes meanwhile waits for the next', () => {
  const { ask, onRequest } = createRequests<string>();
  const [first, second] = [vi.fn(), vi.fn()];
  const leave = onRequest(first);
  leave();
  ask('between');
  onRequest(second);
  leave();
  ask('after');
  expect(first).not.toHaveBeenCalled();
  expect(second.mock.calls).toEqual([['between'], ['after']]);
});
