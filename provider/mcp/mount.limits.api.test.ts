import { expect, test } from 'vitest';
import { connect, createToken } from '@/provider/testing/assistants';
import { alternates, createTestProvider } from '@/provider/testing/test-provider';

const testProvider = await createTestProvider({ config: { rateLimitScale: 0.02 } });

// Guarantee: an assistant has the limits of `/v1`, where an account has 6,000 calls a minute.
test.skipIf(alternates)('calls are limited together, and every created bookmark counts', async () => {
  testProvider.clock.freeze(new Date('2026-11-27T10:00:00Z'));
  const person = await testProvider.signUp();
  const { token } = await createToken(testProvider, person, 'write');
  const { use, client } = await connect(testProvider, token);
  const bookmarks = Array.from({ length: 100 }, (_, at) => ({ url: `https://a.example/${at}`, title: 'A' }));
  expect((await use('create_bookmarks', { bookmarks })).output['created']).toBe(100);
  const refused = await use('create_bookmarks', { bookmarks });
  expect(refused.error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
  await expect(client.listTools()).rejects.toThrow();
});
