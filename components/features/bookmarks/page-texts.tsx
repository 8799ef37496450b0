'use client';

import { createDialogStore } from '@/components/common/dialog-store';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import type { PageTextsRequest } from '@/components/features/bookmarks/page-texts-dialog';

const store = createDialogStore<PageTextsRequest>();

export const readPagesAgain = store.open;

const PageTextsDialog = onDemand(
  () => import('@/components/features/bookmarks/page-texts-dialog').then((module) => module.PageTextsDialog),
  <DialogLoading />,
);

/** The dialog of {@link readPagesAgain}, over any screen. */
export function PageTexts() {
  const { request, id, isOpen } = store.useDialog();
  if (request === null) return null;
  return <PageTextsDialog key={id} isOpen={isOpen} onClose={store.close} {...request} />;
}
