'use client';

import { useSyncExternalStore } from 'react';
import { consentDialog, onConsent, readConsent } from '@/components/common/consent';
import { onDemand } from '@/components/common/on-demand';

const ConsentPanel = onDemand(() =>
  import('@/components/features/consent/consent-panel').then((module) => module.ConsentPanel),
);

/** Asks for consent if required, and contains the dialog to change it. Once decided, nothing is loaded. */
export function Consent() {
  const { id } = consentDialog.useDialog();
  const isUndecided = useSyncExternalStore(
    onConsent,
    () => readConsent() === null,
    () => false,
  );
  return isUndecided || id > 0 ? <ConsentPanel isUndecided={isUndecided} /> : null;
}
