'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

interface SaveStateProps {
  state: 'idle' | 'unsaved' | 'saved' | 'error';
  /** What could not be saved. */
  failure: string;
  retry: (() => void) | null;
}

/** Whether what stands beside it is kept already; said aloud when it changes. */
export function SaveState({ state, failure, retry }: SaveStateProps) {
  const t = useTranslations('Settings');
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-second text-muted-foreground">
      {state === 'unsaved' ? t('unsaved') : null}
      {state === 'saved' ? (
        <>
          <Icon name="i-check" className="-mr-1 size-3.5 text-success" />
          {t('saved')}
        </>
      ) : null}
      {state === 'error' ? (
        <>
          <span className="inline-flex items-start gap-1.5 text-destructive">
            <Icon name="i-circle-alert" className="mt-px" />
            {failure}
          </span>
          {retry ? (
            <Button variant="link" size="inline" className="text-second" onClick={retry}>
              {t('retry')}
            </Button>
          ) : null}
        </>
      ) : null}
    </p>
  );
}
