import type { VaultSession } from '@/lib/vault/vault-session';
import type { VaultState } from '@/lib/vault/vault-types';

const empty: VaultState = { keys: [], rows: [], isOpening: false };

/** What is told of a vault: made anew when it is asked for after a change. */
export function createVaultState() {
  const listeners = new Set<() => void>();
  let session: VaultSession | null = null;
  let state: VaultState | null = empty;
  let openings = 0;

  const changed = (now: VaultSession | null): void => {
    if (now !== session) openings = 0;
    session = now;
    state = null;
    for (const listener of listeners) listener();
  };

  return {
    changed,
    state: (): VaultState =>
      (state ??=
        session === null
          ? empty
          : { keys: [...session.keys.values()], rows: session.contents.rows(), isOpening: openings > 0 }),
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Says that rows are to come, until they are there. */
    during: async <T>(now: VaultSession, work: () => Promise<T>): Promise<T> => {
      openings += 1;
      changed(now);
      try {
        return await work();
      } finally {
        // After a locking this is another session's state.
        if (session === now) {
          openings -= 1;
          changed(now);
        }
      }
    },
  };
}
