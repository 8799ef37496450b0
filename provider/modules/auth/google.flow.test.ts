import { expect, test } from 'vitest';
import { newFlow, openFlow, sealFlow } from '@/provider/modules/auth/google';

const secret = 'a secret that only this test knows';
const now = new Date('2026-03-01T12:00:00Z');
/** Creates a number from its JSON spelling; the library's types do not include it yet. */
const rawJson = (JSON as typeof JSON & { rawJSON: (text: string) => number }).rawJSON;

test('a flow is valid for ten minutes', () => {
  const sealed = sealFlow(secret, newFlow(null, now));
  expect(openFlow(secret, sealed, new Date(now.getTime() + 599_000))).not.toBeNull();
  expect(openFlow(secret, sealed, new Date(now.getTime() + 600_000))).toBeNull();
});

test('a flow whose expiry is not finite is rejected', () => {
  const endless = { ...newFlow(null, now), expires: rawJson('1e999') };
  expect(openFlow(secret, sealFlow(secret, endless), now)).toBeNull();
});
