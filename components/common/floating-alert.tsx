import { useTranslations } from 'next-intl';
import { createPortal } from 'react-dom';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';

/** Looks like a toast; toasts are themselves loaded on demand. */
export function FloatingAlert({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useTranslations('Common');
  return createPortal(
    <div
      role="alert"
      className="fixed right-3 bottom-20 left-3 z-50 flex items-center gap-3 rounded-lg bg-inverse py-1.5 pr-1.5 pl-4 text-body text-inverse-foreground shadow-float md:right-auto md:bottom-5 md:left-5 md:max-w-105"
    >
      <Icon name="i-circle-alert" />
      <span className="min-w-0 flex-1 py-1">{message}</span>
      <ButtonBase
        className="h-8 shrink-0 rounded-sm bg-inverse-raised px-3 font-medium touch:hit"
        onClick={onRetry}
      >
        {t('retry')}
      </ButtonBase>
    </div>,
    document.body,
  );
}
