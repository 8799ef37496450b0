'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';

interface PreviewSheetProps {
  /** The bookmark that is shown: another one is read from its beginning. */
  uuid: string;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Brings the focus back to the list; answers whether it could. */
  onReturnFocus: () => boolean;
  children: ReactNode;
}

/** Over the list, where there is no room beside it. */
export function PreviewSheet({ uuid, onClose, onKeyDown, onReturnFocus, children }: PreviewSheetProps) {
  const t = useTranslations('Preview');
  const body = useRef<HTMLDivElement>(null);
  // In braces: where scrolling answers a promise, an effect must not return it.
  useEffect(() => {
    body.current?.scrollTo(0, 0);
  }, [uuid]);
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        closeLabel={t('close')}
        width="lg"
        aria-describedby={undefined}
        className="max-md:h-[92dvh] md:h-[78dvh]"
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          body.current?.focus();
        }}
        onCloseAutoFocus={(event) => {
          if (onReturnFocus()) event.preventDefault();
        }}
        onKeyDown={onKeyDown}
      >
        <DialogBody ref={body} tabIndex={-1} className="isolate pb-8 outline-none">
          {children}
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
