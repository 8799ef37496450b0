'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { toast, Toaster } from 'sonner';
import {
  forgetUndo,
  toastMs,
  onToast,
  onUndo,
  takeToasts,
  type ToastOptions,
} from '@/components/common/notify';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Progress } from '@/components/ui/progress';

/** Shows the toasts of `notify`: bottom left, above the bars at the bottom of small screens. */
export function Toasts() {
  const t = useTranslations('Common');
  const closeLabel = t('close');

  useEffect(() => {
    const ids = new Map<ToastOptions, string | number>();
    const forget = (options: ToastOptions) => {
      ids.delete(options);
      forgetUndo(options);
    };
    const show = (options: ToastOptions) => {
      const id = toast.custom(
        (key) => <Toast options={options} closeLabel={closeLabel} close={() => toast.dismiss(key)} />,
        {
          ...(options.id === undefined ? {} : { id: options.id }),
          duration: options.progress === undefined ? (options.durationMs ?? toastMs) : Infinity,
          onDismiss: () => forget(options),
          onAutoClose: () => forget(options),
        },
      );
      ids.set(options, id);
    };
    const showAll = () => takeToasts().forEach(show);
    showAll();
    const close = (options: ToastOptions) => {
      const id = ids.get(options);
      // Without an id sonner would dismiss all.
      if (id !== undefined) toast.dismiss(id);
    };
    const stops = [onToast(showAll), onUndo(close)];
    return () => stops.forEach((stop) => stop());
  }, [closeLabel]);

  return (
    // Sonner would restore the focus whenever it leaves a toast, so that Tab never got past the last one.
    <div className="contents" onFocusCapture={(event) => event.stopPropagation()}>
      <Toaster
        position="bottom-left"
        duration={toastMs}
        visibleToasts={3}
        expand
        className="font-sans! in-[:root:has([data-floating-bar])]:[--mobile-offset-bottom:calc(128px+env(safe-area-inset-bottom))]! in-[:root:has([data-floating-bar])]:[--offset-bottom:76px]!"
        gap={8}
        offset={20}
        mobileOffset={{ bottom: 'calc(64px + env(safe-area-inset-bottom) + 12px)', left: 12, right: 12 }}
        containerAriaLabel={t('notifications')}
        hotkey={['altKey', 'KeyT']}
        toastOptions={{ unstyled: true, classNames: { toast: 'w-full' } }}
      />
    </div>
  );
}

function Toast({
  options,
  closeLabel,
  close,
}: {
  options: ToastOptions;
  closeLabel: string;
  close: () => void;
}) {
  const t = useTranslations('Common');
  const { message, tone = 'plain', action, retry, undo, progress } = options;
  const actions = [
    ...(action ? [action] : []),
    ...(retry ? [{ label: t('retry'), run: retry }] : []),
    ...(undo ? [{ label: t('undo'), run: undo }] : []),
  ];
  return (
    <div className="flex min-h-11 w-full items-center gap-3 rounded-lg bg-inverse py-1.5 pr-1.5 pl-4 text-body text-inverse-foreground shadow-float">
      {tone === 'bad' ? <Icon name="i-circle-alert" /> : null}
      <span dir="auto" className="min-w-0 flex-1 py-1">
        {message}
        {progress === undefined ? null : (
          <Progress value={progress} label={message} className="mt-1.5 bg-inverse-raised" />
        )}
      </span>
      {actions.map(({ label, run }) => (
        <ButtonBase
          key={label}
          className="h-8 shrink-0 rounded-sm bg-inverse-raised px-3 font-medium touch:hit"
          onClick={() => {
            close();
            run();
          }}
        >
          {label}
        </ButtonBase>
      ))}
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
