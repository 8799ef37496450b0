import { onSessionChange, onSessionEnd } from '@/lib/api/session';
import type { VaultGuard } from '@/lib/vault/create-vault';

/** Time without activity after which a vault is locked. */
export const idleMs = 15 * 60_000;

const checkEveryMs = 10_000;
/** Minimum interval between activity messages to other tabs. */
const notifyEveryMs = 20_000;

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const returnEvents = ['visibilitychange', 'pageshow', 'focus'] as const;

interface IdleWatch {
  readonly onIdle: () => void;
  /** Called on user activity in this tab, throttled. */
  readonly onActive: () => void;
}

/**
 * Calls `onIdle` after 15 minutes without activity. It compares timestamps in addition to the timer: after the machine
 * slept or a hidden tab's timers were throttled, it reports idle as soon as the tab becomes visible.
 */
export function watchIdle({ onIdle, onActive }: IdleWatch) {
  let lastAt = Date.now();
  let notifiedAt = 0;
  const isOver = () => Date.now() - lastAt >= idleMs;
  const check = () => {
    if (isOver()) onIdle();
  };
  const recordActivity = () => {
    // The event that wakes the machine does not prove that the user was active before.
    if (isOver()) {
      onIdle();
      return;
    }
    lastAt = Date.now();
    if (lastAt - notifiedAt < notifyEveryMs) return;
    notifiedAt = lastAt;
    onActive();
  };
  const timer = setInterval(check, checkEveryMs);
  for (const sign of activityEvents) addEventListener(sign, recordActivity, { capture: true, passive: true });
  for (const sign of returnEvents) addEventListener(sign, check, { capture: true });
  return {
    /** Records user activity in another tab. */
    stayAwake: () => {
      if (!isOver()) lastAt = Date.now();
    },
    stop: () => {
      clearInterval(timer);
      for (const sign of activityEvents) removeEventListener(sign, recordActivity, { capture: true });
      for (const sign of returnEvents) removeEventListener(sign, check, { capture: true });
    },
  };
}

/** Channel between the tabs of one browser, for locking and for user activity. */
const NAME = 'markwell-vault';

type Message = 'lock' | 'active';

/**
 * Locks an unlocked vault when idle, when another tab locks, and when the session ends or another user signs in, in
 * this or another tab.
 */
export function guardVault(lockHere: () => void): VaultGuard {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  const send = (message: Message) => channel?.postMessage(message);
  const idle = watchIdle({ onIdle: lockHere, onActive: () => send('active') });
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'lock') lockHere();
    else idle.stayAwake();
  });
  const stops = [idle.stop, onSessionChange(lockHere), onSessionEnd(lockHere), () => channel?.close()];
  return {
    tellOthers: () => send('lock'),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
