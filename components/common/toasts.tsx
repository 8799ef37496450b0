'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { noticeMs, onNotice, takeNotices, type Notice } from '@/components/common/notify';
import { useShortcut } from '@/components/common/use-shortcut';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Toaster } from '@/components/ui/sonner';

/** Shows what `notify` says. Ctrl/Cmd+Z runs the action of the latest toast that has one. */
export function Toasts() {
  const t = useTranslations('Common');
  const closeLabel = t('close');
  const undoable = useRef<{ id: string | number; run: () => void } | null>(null);

  useEffect(() => {
    const forget = (id: string | number) => {
      if (undoable.current?.id === id) undoable.current = null;
    };
    const show = (notice: Notice) => {
      const id = toast.custom(
        (key) => <Toast notice={notice} closeLabel={closeLabel} close={() => toast.dismiss(key)} />,
        {
          ...(notice.id === undefined ? {} : { id: notice.id }),
          duration: notice.durationMs ?? noticeMs,
          onDismiss: (shown) => forget(shown.id),
          onAutoClose: (shown) => forget(shown.id),
        },
      );
      if (notice.action) undoable.current = { id, run: notice.action.run };
      else forget(id);
    };
    const showAll = () => takeNotices().forEach(show);
    showAll();
    return onNotice(showAll);
  }, [closeLabel]);

  useShortcut(
    'mod+z',
    () => {
      const latest = undoable.current;
      if (!latest) return;
      undoable.current = null;
      toast.dismiss(latest.id);
      latest.run();
    },
    { inFields: false },
  );

  return <Toaster label={t('notices')} durationMs={noticeMs} />;
}

function Toast({ notice, closeLabel, close }: { notice: Notice; closeLabel: string; close: () => void }) {
  const { message, tone = 'plain', action } = notice;
  return (
    <div className="flex min-h-11 w-full items-center gap-3 rounded-lg bg-inverse py-1.5 pr-1.5 pl-4 text-body text-inverse-foreground shadow-float md:w-auto md:max-w-105">
      {tone === 'bad' ? <Icon name="i-circle-alert" /> : null}
      <span className="min-w-0 flex-1 py-1">{message}</span>
      {action ? (
        <ButtonBase
          className="h-8 shrink-0 rounded-sm bg-inverse-raised px-3 font-medium touch:hit"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </ButtonBase>
      ) : null}
      <ButtonBase
        aria-label={closeLabel}
        className="grid size-8 shrink-0 place-items-center rounded-sm hover:bg-inverse-raised touch:hit"
        onClick={close}
      >
        <Icon name="i-x" />
      </ButtonBase>
    </div>
  );
}
