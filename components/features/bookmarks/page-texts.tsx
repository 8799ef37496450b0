'use client';

import { createDialogStore } from '@/components/common/dialog-store';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import type { PageTextsRequest } from '@/components/features/bookmarks/page-texts-dialog';

const pageTexts = createDialogStore<PageTextsRequest>();

export const readPagesAgain = pageTexts.open;

const PageTextsDialog = onDemand(
  () => import('@/components/features/bookmarks/page-texts-dialog').then((module) => module.PageTextsDialog),
  <DialogLoading />,
);

/** The dialog of `readPagesAgain`, over any screen. */
export function PageTexts() {
  const { request, id, isOpen } = pageTexts.useDialog();
  if (request === null) return null;
  return <PageTextsDialog key={id} isOpen={isOpen} onClose={pageTexts.close} {...request} />;
}
