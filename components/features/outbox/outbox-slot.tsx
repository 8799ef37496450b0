'use client';

import { useSyncExternalStore } from 'react';
import { onDemand } from '@/components/common/on-demand';
import { hasOutbox, onOutbox } from '@/lib/outbox/flag';

const Indicator = onDemand(() =>
  import('@/components/features/outbox/outbox-indicator').then((module) => module.OutboxIndicator),
);

/** Shown in the header while there are unsent changes. */
export const OutboxSlot = () =>
  useSyncExternalStore(onOutbox, hasOutbox, () => false) ? <Indicator /> : null;
