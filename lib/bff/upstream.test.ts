import { expect, test } from 'vitest';
import { createFakeService } from '@/lib/bff/testing/fake-service';
import { createAvailabilityCheck } from '@/lib/bff/upstream';

function create() {
  const service = createFakeService();
  const clock = { now: 0 };
  service.answer = () => new Response('{}');
  return { service, clock, isAvailable: createAvailabilityCheck(service, () => clock.now) };
}

test('an available service is asked once a second, and once for concurrent pages', async () => {
  const { service, clock, isAvailable } = create();
  expect(await Promise.all([isAvailable(), isAvailable()])).toEqual([true, true]);
  expect(await isAvailable()).toBe(true);
  expect(service.received).toHaveLength(1);
  clock.now = 1_000;
  await isAvailable();
  expect(service.received).toHaveLength(2);
});

test.each<[string, () => Response | Promise<Response>]>([
  ['has no database', () => new Response('{}', { status: 503 })],
  ['does not respond', () => Promise.reject(new TypeError('fetch failed'))],
])('a service that %s is unavailable, and is asked again for the next page', async (_name, answer) => {
  const { service, isAvailable } = create();
  service.answer = answer;
  expect(await isAvailable()).toBe(false);
  expect(await isAvailable()).toBe(false);
  service.answer = () => new Response('{}');
  expect(await isAvailable()).toBe(true);
});
