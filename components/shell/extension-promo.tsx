'use client';

import { useSyncExternalStore } from 'react';
import { readStored } from '@/components/common/device-storage';
import { onDemand } from '@/components/common/on-demand';

/** Where a browser installs the extension from; none for a browser without one. */
export type ExtensionLinks = Readonly<Partial<Record<'chrome' | 'edge' | 'firefox' | 'safari', string>>>;

const Card = onDemand(() =>
  import('@/components/shell/extension-promo-card').then((module) => module.ExtensionPromoCard),
);

const dismissedKey = 'extensionPromoDismissed';

/** Whether the card was neither dismissed nor made needless by the extension. False where storage is unavailable. */
export const isPromoWanted = (): boolean =>
  (readStored(dismissedKey) ?? readStored('extensionInstalled')) === null;

/** An invitation to install the extension, in browsers that have an address for it. */
export function ExtensionPromo({ links }: { links: ExtensionLinks }) {
  const isWanted = useSyncExternalStore(neverChanges, isPromoWanted, () => false);
  return isWanted ? <Card links={links} dismissedKey={dismissedKey} /> : null;
}

const neverChanges = () => () => undefined;
