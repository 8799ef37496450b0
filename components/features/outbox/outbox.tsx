'use client';

import { useSyncExternalStore } from 'react';
import { onDemand } from '@/components/common/on-demand';
import type { OutboxDialogsProps } from '@/components/features/outbox/outbox-dialogs';
import { hasOutbox, onOutbox } from '@/lib/outbox/flag';

const Dialogs = onDemand(() =>
  import('@/components/features/outbox/outbox-dialogs').then((module) => module.OutboxDialogs),
);

let wasUsed = false;
/** The list stays when the last change is sent while it is open. */
const isUsed = (): boolean => (wasUsed ||= hasOutbox());

/** The dialogs of the outbox, over any screen. Their code is loaded when this device has entries. */
export function Outbox(props: OutboxDialogsProps) {
  return useSyncExternalStore(onOutbox, isUsed, () => false) ? <Dialogs {...props} /> : null;
}
