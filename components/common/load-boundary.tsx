'use client';

import { useTranslations } from 'next-intl';
import { Component, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ButtonBase } from '@/components/ui/button-base';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';

/** A chunk that could not be loaded. Rendering again cannot help, loading the page again can. */
export const isLoadFailure = (error: Error & { code?: string }): boolean =>
  error.name === 'ChunkLoadError' || error.code === 'CSS_CHUNK_LOAD_FAILED';

/** Around what `next/dynamic` loads: where that fails, an alert says so and the rest of the page keeps working. */
export class LoadBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isLoadFailure(error)) return <LoadFailure />;
    throw error;
  }
}

/** Looks like a toast; those are loaded on demand themselves. */
function LoadFailure() {
  const t = useTranslations('Common');
  return createPortal(
    <div
      role="alert"
      className="fixed right-3 bottom-20 left-3 z-50 flex items-center gap-3 rounded-lg bg-inverse py-1.5 pr-1.5 pl-4 text-body text-inverse-foreground shadow-float md:right-auto md:bottom-5 md:left-5 md:max-w-105"
    >
      <Icon name="i-circle-alert" />
      <span className="min-w-0 flex-1 py-1">{t('loadFailed')}</span>
      <ButtonBase
        className="h-8 shrink-0 rounded-sm bg-inverse-raised px-3 font-medium touch:hit"
        onClick={() => window.location.reload()}
      >
        {t('reload')}
      </ButtonBase>
    </div>,
    document.body,
  );
}

/** While the code of a dialog is on its way. */
export function DialogLoading() {
  const t = useTranslations('Common');
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="fixed inset-x-0 top-[11dvh] z-50 mx-auto grid size-11 animate-fade-in place-items-center rounded-full border bg-popover shadow-float"
    >
      <Spinner />
    </div>
  );
}
