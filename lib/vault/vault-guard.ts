import { onSessionChange, onSessionEnd } from '@/lib/api-client/session-channel';
import type { VaultGuard } from '@/lib/vault/create-vault';
import { watchIdle } from '@/lib/vault/watch-idle';

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
