'use client';

import { useEffect, useState, type ComponentType } from 'react';
import { onNotice } from '@/components/common/notify';

/** Stands once in the root layout and waits; the first notice loads what draws notices. */
export function ToastHost({ label, closeLabel }: { label: string; closeLabel: string }) {
  const [Toasts, setToasts] = useState<ComponentType<{ label: string; closeLabel: string }> | null>(null);
  // It is the last component of the root, so all others are taken over when this runs; the script of early clicks waits.
  useEffect(() => void (document.documentElement.dataset['ready'] = ''), []);
  useEffect(() => {
    if (Toasts) return;
    return onNotice(() => {
      void import('@/components/common/toasts').then((module) => setToasts(() => module.Toasts));
    });
  }, [Toasts]);
  return Toasts ? <Toasts label={label} closeLabel={closeLabel} /> : null;
}
