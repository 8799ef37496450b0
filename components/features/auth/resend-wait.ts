import { limits } from '@/lib/contract/limits';

/** Returns the seconds until a new code can be requested by a user whose first code was mailed at sign-up. */
export function secondsUntilResend(signedUpAt: string, now = Date.now()): number {
  const since = Math.floor((now - Date.parse(signedUpAt)) / 1000);
  return Math.min(limits.codeResendSeconds, Math.max(0, limits.codeResendSeconds - since));
}
