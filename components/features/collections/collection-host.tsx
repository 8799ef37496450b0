'use client';

import { Suspense, useEffect, useState } from 'react';
import { lazyFeature } from '@/components/common/lazy-feature';
import { useShortcut } from '@/components/common/use-shortcut';
import {
  onCollectionRequest,
  openCollectionDialog,
  type CollectionRequest,
} from '@/components/features/collections/collection-requests';

const CollectionDialogs = lazyFeature(
  async () => ({
    default: (await import('@/components/features/collections/collection-dialogs')).CollectionDialogs,
  }),
  ['Collections'],
);

interface Opened {
  readonly request: CollectionRequest;
  readonly id: number;
  readonly isOpen: boolean;
}

/** Stands once in the layout and opens the dialogs of collections: for whoever asks, and for Ctrl/Cmd+U. */
export function CollectionHost() {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(
    () =>
      onCollectionRequest((request) =>
        setOpened((now) => ({ request, id: (now?.id ?? 0) + 1, isOpen: true })),
      ),
    [],
  );
  useShortcut('mod+u', () => (opened?.isOpen ? undefined : openCollectionDialog({ kind: 'create' })));
  if (opened === null) return null;
  return (
    <Suspense fallback={null}>
      <CollectionDialogs
        key={opened.id}
        request={opened.request}
        onClose={() => setOpened((now) => now && { ...now, isOpen: false })}
      />
    </Suspense>
  );
}
