import type { ReactNode } from 'react';
import { previewTitleId } from '@/components/features/bookmarks/preview/preview-title-id';
import { DialogTitle } from '@/components/ui/dialog';

/** The heading, which names the panel; a sheet wants its own to be named by. */
export function PreviewTitle({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  const className = 'font-serif text-panel font-semibold wrap-anywhere text-pretty';
  return isWide ? (
    <h2 id={previewTitleId} className={className}>
      {children}
    </h2>
  ) : (
    <DialogTitle className={className}>{children}</DialogTitle>
  );
}
