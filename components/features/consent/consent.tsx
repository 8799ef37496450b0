'use client';

import { useSyncExternalStore } from 'react';
import { consentDialog, onConsent, readConsent } from '@/components/common/consent';
import { onDemand } from '@/components/common/on-demand';

const ConsentPanel = onDemand(() =>
  import('@/components/features/consent/consent-panel').then((module) => module.ConsentPanel),
);

/** Asks for consent where it is needed, and holds the dialog to change it. Nothing is loaded once it is decided. */
export function Consent() {
  const { id } = consentDialog.useDialog();
  const isUndecided = useSyncExternalStore(
    onConsent,
    () => readConsent() === null,
    () => false,
  );
  return isUndecided || id > 0 ? <ConsentPanel isUndecided={isUndecided} /> : null;
}
