'use client';

import { useTranslations } from 'next-intl';
import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { FloatingAlert } from '@/components/common/floating-alert';
import { dropHeldKeys, HeldKeys, KeysReady } from '@/components/common/held-keys';
import { loadLaterMessages } from '@/components/common/later-messages';
import { Spinner } from '@/components/ui/spinner';

/** A script that is not loaded after this time counts as failed. */
const timeoutMs = 120_000;

export const withTimeout = <T,>(loading: Promise<T>): Promise<T> =>
  Promise.race([
    loading,
    new Promise<never>((_, reject) => {
      const error = Object.assign(new Error(), { name: 'ChunkLoadError' });
      // Counts active time only, not while the page is suspended.
      AbortSignal.timeout(timeoutMs).onabort = () => reject(error);
    }),
  ]);

/** Loads the code of components that a key or a click opens. */
const loaders = new Set<() => Promise<void>>();

/**
 * Loads all of them, one after the other, and marks the end on the timeline of the page. A failure is ignored: the code
 * is loaded again when it is needed.
 */
export async function preloadOnDemand(): Promise<void> {
  for (const load of loaders) {
    loaders.delete(load);
    await load().catch(() => undefined);
  }
  performance.mark('preloaded');
}

/**
 * A component whose code is loaded when it is first rendered, for large or rare parts of a screen. One with a
 * `fallback` is opened by a key or a click: keys that are pressed while it loads are held for it, and it is also loaded
 * by {@link preloadOnDemand}, as is any other that `isPreloaded`. If loading fails, an alert offers a retry and the
 * rest of the page keeps working; the page is reloaded if that helps, or on the second retry. `React.lazy` alone would
 * cache the first failure.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  isPreloaded = fallback !== null,
): ComponentType<Props> {
  // The code and its messages at the same time.
  const loadAll = async () => (await Promise.all([load(), loadLaterMessages()]))[0];
  const start = () => lazy(() => withTimeout(loadAll()).then((loaded) => ({ default: loaded })));
  let latest: ComponentType<Props> = start();
  let failures = 0;
  if (isPreloaded) {
    loaders.add(async () => {
      // Rendered without suspending, so that it handles the very next key.
      latest = await loadAll();
    });
  }
  return function OnDemand(props: Props) {
    const [Loaded, setLoaded] = useState(() => latest);
    const fail = () => {
      failures += 1;
      latest = start();
    };
    const retry = () => {
      if (failures > 1) window.location.reload();
      else setLoaded(() => latest);
    };
    return (
      <LoadBoundary onFailure={fail} onRetry={retry}>
        <Suspense fallback={fallback}>
          <Loaded {...props} />
          {fallback === null ? null : <KeysReady />}
        </Suspense>
      </LoadBoundary>
    );
  };
}

/** Whether a script or stylesheet could not be loaded. */
export const isLoadFailure = (error: Error & { code?: string }): boolean =>
  error.name === 'ChunkLoadError' || error.code === 'CSS_CHUNK_LOAD_FAILED';

/** Reports the failure to the page, which may be fixed by a reload. */
function reportLoadFailure(error: Error): void {
  if (isLoadFailure(error)) reportError(error);
}

/** Code that an event handler loads. A failure is also reported; the caller offers a retry. */
export const loadCode = <T,>(loading: Promise<T>): Promise<T> =>
  withTimeout(loading).catch((error: unknown) => {
    reportLoadFailure(error as Error);
    throw error;
  });

interface LoadBoundaryProps {
  onFailure: () => void;
  onRetry: () => void;
  children: ReactNode;
}

class LoadBoundary extends Component<LoadBoundaryProps, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    this.props.onFailure();
    dropHeldKeys();
    // Boundaries only print the errors they catch.
    reportLoadFailure(error);
  }

  private readonly retry = () => {
    this.props.onRetry();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isLoadFailure(error)) return <LoadFailure onRetry={this.retry} />;
    throw error;
  }
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('Common');
  return <FloatingAlert message={t('loadFailed')} onRetry={onRetry} />;
}

/** Shown while the code of a dialog is loading. Holds the pressed keys. */
export function DialogLoading() {
  const t = useTranslations('Common');
  return (
    <div
      role="status"
      aria-label={t('loading')}
      data-dialog-loading=""
      className="fixed inset-x-0 top-[11dvh] z-50 mx-auto grid size-11 animate-fade-in place-items-center rounded-full border bg-popover shadow-float"
    >
      <HeldKeys />
      <Spinner />
    </div>
  );
}
