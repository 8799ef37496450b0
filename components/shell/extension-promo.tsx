'use client';

import { useSyncExternalStore } from 'react';
import { readStored } from '@/components/common/device-storage';
import { onDemand } from '@/components/common/on-demand';
import type { ExtensionLinks } from '@/components/shell/extension-promo-card';

const Card = onDemand(() =>
  import('@/components/shell/extension-promo-card').then((module) => module.ExtensionPromoCard),
);

const dismissedKey = 'extensionPromoDismissed';

/** Whether the card was neither dismissed nor made obsolete by the extension. False if storage is unavailable. */
export const isPromoWanted = (): boolean =>
  (readStored(dismissedKey) ?? readStored('extensionInstalled')) === null;

/** An invitation to install the extension, in browsers that have an install URL. */
export function ExtensionPromo({ links }: { links: ExtensionLinks }) {
  const isWanted = useSyncExternalStore(neverChanges, isPromoWanted, () => false);
  return isWanted ? <Card links={links} dismissedKey={dismissedKey} /> : null;
}

const neverChanges = () => () => undefined;
