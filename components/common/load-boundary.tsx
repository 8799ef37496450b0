'use client';

import { useTranslations } from 'next-intl';
import { Component, type ReactNode } from 'react';
import { notify } from '@/components/common/notify';
import { Spinner } from '@/components/ui/spinner';

/** A chunk that could not be loaded. Rendering again cannot help, loading the page again can. */
export const isLoadFailure = (error: Error & { code?: string }): boolean =>
  error.name === 'ChunkLoadError' || error.code === 'CSS_CHUNK_LOAD_FAILED';

/** Around what `next/dynamic` loads: where that fails, a toast says so and the rest of the page keeps working. */
export function LoadBoundary({ children }: { children: ReactNode }) {
  const t = useTranslations('Common');
  return <Boundary onFailure={() => notify({ message: t('loadFailed'), tone: 'bad' })}>{children}</Boundary>;
}

interface BoundaryProps {
  onFailure: () => void;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    if (isLoadFailure(error)) this.props.onFailure();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isLoadFailure(error)) return null;
    throw error;
  }
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
