'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { createDialogStore } from '@/components/common/dialog-store';
import { DialogLoading, onDemand } from '@/components/common/on-demand';
import { Button } from '@/components/ui/button';

const FeedbackDialog = onDemand(
  () => import('@/components/features/feedback/feedback-dialog').then((module) => module.FeedbackDialog),
  <DialogLoading />,
);

const { useDialog, open, close } = createDialogStore<string | null>();

/** Opens the dialog, for the error event with this identifier or for none. */
export const openFeedback = (eventId: string | null = null): void => open(eventId);

/** The "Report a Bug" dialog, over any screen. A layout renders it once. */
export function Feedback() {
  const { id, isOpen, request } = useDialog();
  if (id === 0) return null;
  return <FeedbackDialog key={id} isOpen={isOpen} eventId={request} onClose={close} />;
}

type ReportBugProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & { eventId?: string };

/** A button that opens the dialog, for settings and error pages. */
export function ReportBug({ eventId, ...props }: ReportBugProps) {
  const t = useTranslations('Feedback');
  return (
    <Button {...props} onClick={() => openFeedback(eventId)}>
      {t('title')}
    </Button>
  );
}
