import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createDialogStore } from '@/components/common/dialog-store';
import { openOutbox } from '@/lib/outbox/browser';
import { isStuck, type OutboxEntry } from '@/lib/outbox/entry';
import type { Outbox } from '@/lib/outbox/outbox';
import { accountQueries } from '@/lib/api/account';
import { shownSpace } from '@/lib/api/call';

const list = createDialogStore<null>();
export const useOutboxDialog = list.useDialog;
export const openOutboxDialog = (): void => list.open(null);
export const closeOutboxDialog = list.close;

interface SignOutQuestion {
  /** Number of changes that would be lost. */
  readonly count: number;
  readonly answer: (isWanted: boolean) => void;
}
const question = createDialogStore<SignOutQuestion>();
export const useSignOutQuestion = question.useDialog;
export const closeSignOutQuestion = question.close;

/** Asks for confirmation to sign out with unsent changes. */
export const askToSignOut = (count: number): Promise<boolean> =>
  new Promise((answer) => question.open({ count, answer }));

const none: readonly OutboxEntry[] = [];
const noSubscription = () => () => undefined;

/** Returns the queued changes of the account. */
export function useOutbox() {
  const client = useQueryClient();
  const { data: account } = useQuery(accountQueries.current());
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  const uuid = account?.uuid;
  useEffect(() => {
    // If the storage cannot be opened, nothing was stored.
    if (uuid !== undefined) openOutbox(client, uuid).then(setOutbox, () => undefined);
  }, [client, uuid]);
  const subscribe = outbox?.subscribe ?? noSubscription;
  const entries = useSyncExternalStore(
    subscribe,
    () => outbox?.getEntries() ?? none,
    () => none,
  );
  const stored = useSyncExternalStore(
    subscribe,
    () => outbox?.getStored() ?? 0,
    () => 0,
  );
  return {
    outbox,
    entries,
    stored,
    stuckCount: entries.filter(isStuck).length,
    space: shownSpace() ?? account?.space ?? '',
  };
}
