'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useRowDates } from '@/components/common/row-dates';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';
import { copyPath } from '@/lib/api/copies';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Copy } from '@/lib/contract/copies';

interface CopyFrameProps {
  bookmark: Bookmark;
  copy: Copy;
  onClose: () => void;
}

/**
 * Shows a copy. The page was written by somebody else: its frame has no rights at all (an empty sandbox), and its
 * response a policy that forbids everything but itself.
 */
export function CopyFrame({ bookmark, copy, onClose }: CopyFrameProps) {
  const t = useTranslations('Copies');
  const { day } = useRowDates();
  const close = useRef<HTMLButtonElement>(null);
  const title = t('frame', { date: day(copy.seenAt) });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        closeLabel={t('close')}
        // In the frame, the page would get the Escape key.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          close.current?.focus();
        }}
        className="h-[92dvh] md:h-[78dvh] md:w-[min(80rem,calc(100vw-2rem))]"
      >
        <DialogHeader title={title} description={t('frameText')} />
        <DialogBody className="flex-1 p-0! md:p-0!">
          <iframe
            sandbox=""
            referrerPolicy="no-referrer"
            title={title}
            src={copyPath(bookmark.uuid, copy.uuid)}
            className="size-full border-t bg-white"
          />
        </DialogBody>
        <DialogFooter>
          <DialogClose asChild>
            <Button ref={close}>{t('close')}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
