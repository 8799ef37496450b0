'use client';

import { useSyncExternalStore } from 'react';
import { onDemand } from '@/components/common/on-demand';
import { hasOutbox, onOutbox } from '@/lib/outbox/flag';

const Indicator = onDemand(() =>
  import('@/components/features/outbox/outbox-indicator').then((module) => module.OutboxIndicator),
);

/** In the header while changes are not sent. */
export const OutboxSlot = () =>
  useSyncExternalStore(onOutbox, hasOutbox, () => false) ? <Indicator /> : null;
