'use client';

import { HydrationBoundary, type DehydratedState } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';

interface SentStateProps {
  /** What the server has read, as `sentState` writes it; null when it has read nothing. */
  state: string | null;
  children: ReactNode;
}

/** Fills the queries below with what the server has read for them. */
export function SentState({ state, children }: SentStateProps) {
  const parsed = useMemo(() => (state === null ? null : (JSON.parse(state) as DehydratedState)), [state]);
  return <HydrationBoundary state={parsed}>{children}</HydrationBoundary>;
}
