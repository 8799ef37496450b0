import { limits } from '@/lib/contract/limits';

/** Seconds until a new code may be asked for, by somebody to whom the first one was mailed when they signed up. */
export function secondsUntilResend(signedUpAt: string, now = Date.now()): number {
  const since = Math.floor((now - Date.parse(signedUpAt)) / 1000);
  return Math.min(limits.codeResendSeconds, Math.max(0, limits.codeResendSeconds - since));
}
