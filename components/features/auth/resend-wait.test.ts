import { expect, test } from 'vitest';
import { secondsUntilResend } from '@/components/features/auth/resend-wait';

const now = Date.parse('2026-03-04T05:06:00.000Z');

test.each([
  ['2026-03-04T05:06:00.000Z', 60],
  ['2026-03-04T05:05:42.000Z', 42],
  ['2026-03-04T05:05:00.000Z', 0],
  ['2025-01-01T00:00:00.000Z', 0],
  // The clocks of two machines may differ.
  ['2026-03-04T05:07:00.000Z', 60],
])('after signing up at %s the wait is %i seconds', (signedUpAt, seconds) => {
  expect(secondsUntilResend(signedUpAt, now)).toBe(seconds);
});
