'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogFooter,
  DialogHeader,
} from '@/components/ui/dialog';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  closeLabel: string;
  /** Whether the action cannot be undone, or removes something. */
  destructive?: boolean;
  /** A small card, because it is shown over a form. */
  isCard?: boolean;
  /** Between the description and the buttons: an option that belongs to the question. */
  children?: ReactNode;
  /**
   * The dialog stays open and shows a pending state until the returned promise settles; a rejection keeps it
   * open.
   */
  onConfirm?: () => unknown;
  /** The form among the children that the button submits instead; it closes the dialog itself. */
  form?: { id: string; isBusy: boolean };
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  closeLabel,
  destructive = false,
  isCard = false,
  children,
  onConfirm,
  form,
}: ConfirmDialogProps) {
  const [confirming, setPending] = useState(false);
  const pending = confirming || form?.isBusy === true;
  const confirm = async () => {
    setPending(true);
    try {
      await onConfirm?.();
      onOpenChange(false);
    } catch {
      // The caller reports the failure; the dialog stays open for another attempt.
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent role="alertdialog" closeLabel={closeLabel} width="sm" locked={pending} isCard={isCard}>
        <DialogHeader title={title} description={description} />
        {children ? <DialogBody className="has-[form:only-child:empty]:hidden">{children}</DialogBody> : null}
        <DialogFooter className="border-t-0 pt-2 md:pb-5">
          <DialogClose asChild>
            <Button>{cancelLabel}</Button>
          </DialogClose>
          <Button
            variant={destructive ? 'destructive' : 'primary'}
            pending={pending}
            {...(form ? { type: 'submit', form: form.id } : { onClick: () => void confirm() })}
          >
            {confirmLabel}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
