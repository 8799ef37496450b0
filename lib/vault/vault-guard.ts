import { onSessionChange, onSessionEnd } from '@/lib/api/session';
import type { VaultGuard } from '@/lib/vault/create-vault';

/** A vault is locked after this long without activity. */
export const idleMs = 15 * 60_000;

const checkEveryMs = 10_000;
/** So often, at most, other tabs hear that somebody is here. */
const tellEveryMs = 20_000;

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const returns = ['visibilitychange', 'pageshow', 'focus'] as const;

interface IdleWatch {
  readonly onIdle: () => void;
  /** Somebody does something here; not for every time. */
  readonly onActive: () => void;
}

/**
 * Calls `onIdle` after a quarter of an hour without activity. The time is compared, not only waited for: a
 * machine that slept, or a tab whose timers did, is idle as soon as it is looked at again.
 */
export function watchIdle({ onIdle, onActive }: IdleWatch) {
  let lastAt = Date.now();
  let toldAt = 0;
  const isOver = () => Date.now() - lastAt >= idleMs;
  const check = () => {
    if (isOver()) onIdle();
  };
  const note = () => {
    // What wakes a machine up is no sign that somebody was there meanwhile.
    if (isOver()) {
      onIdle();
      return;
    }
    lastAt = Date.now();
    if (lastAt - toldAt < tellEveryMs) return;
    toldAt = lastAt;
    onActive();
  };
  const timer = setInterval(check, checkEveryMs);
  for (const sign of signs) addEventListener(sign, note, { capture: true, passive: true });
  for (const sign of returns) addEventListener(sign, check, { capture: true });
  return {
    /** Somebody is at work in another tab. */
    stayAwake: () => {
      if (!isOver()) lastAt = Date.now();
    },
    stop: () => {
      clearInterval(timer);
      for (const sign of signs) removeEventListener(sign, note, { capture: true });
      for (const sign of returns) removeEventListener(sign, check, { capture: true });
    },
  };
}

/** Between the tabs of one browser: that everything is to be locked, or that somebody is at work in one of them. */
const NAME = 'markwell-vault';

type Message = 'lock' | 'active';

/**
 * Locks an open vault after idle minutes, when another tab is locked, and when the session ends or becomes somebody
 * else's, here or in another tab.
 */
export function guardVault(lockHere: () => void): VaultGuard {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  const tell = (message: Message) => channel?.postMessage(message);
  const idle = watchIdle({ onIdle: lockHere, onActive: () => tell('active') });
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'lock') lockHere();
    else idle.stayAwake();
  });
  const stops = [idle.stop, onSessionChange(lockHere), onSessionEnd(lockHere), () => channel?.close()];
  return {
    tellOthers: () => tell('lock'),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
