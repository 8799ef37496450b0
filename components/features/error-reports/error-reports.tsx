'use client';
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { onConsent, readConsent } from '@/components/common/consent';
import type * as Reporter from '@/components/features/error-reports/reporter';

const reloadedKey = 'reloadedAt';
const pauseMs = 600_000;

/**
 * Reloads the page after a script or stylesheet could not be loaded, if that helps and nothing is lost: the
 * file is gone from the server because a newer version is deployed, no dialog is open, no field has text in it,
 * and the last reload was not just now.
 */
export async function reloadIfStale(error: unknown): Promise<void> {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return;
  const file = /\/_next\/\S+/.exec(error.message)?.[0];
  if (!file || isInUse()) return;
  try {
    const { status } = await fetch(file, { method: 'HEAD' });
    if (status !== 404 || isInUse()) return;
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < pauseMs) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    window.location.reload();
  } catch {
    // Without a network the browser would show its error page; without storage a reload loop would not be
    // detected.
  }
}

const isInUse = (): boolean =>
  document.querySelector('[role=dialog]') !== null ||
  [...document.querySelectorAll<HTMLInputElement>(':read-write')].some((field) => field.value);

const readMeta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/**
 * Handles the errors of the page. A file that an older version cannot load any more is fixed by a reload.
 * Errors are reported if a DSN is configured and this device has consented: then the SDK is loaded once the
 * browser is idle.
 */
export function ErrorReports() {
  const pathname = usePathname();
  const reporter = useRef<typeof Reporter>(null);

  useEffect(() => {
    const dsn = readMeta('error-reports');
    if (!dsn) return;
    let loading: Promise<void> | null = null;
    const load = async () => {
      const loaded = await import('@/components/features/error-reports/reporter');
      loaded.start({ dsn, release: `markwell@${readMeta('version')}` });
      reporter.current = loaded;
    };
    const follow = () => {
      if (readConsent()?.analytics !== true) return reporter.current?.stop();
      // If it cannot be loaded, there are no reports until the next visit.
      loading ??= whenIdle()
        .then(load)
        .catch(() => undefined);
    };
    follow();
    return onConsent(follow);
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('error', ({ error }) => void reloadIfStale(error), { signal });
    window.addEventListener('unhandledrejection', ({ reason }) => void reloadIfStale(reason), { signal });
    return () => stop.abort();
  }, []);

  useEffect(() => reporter.current?.navigate(pathname), [pathname]);

  return null;
}

/** Safari does not support requestIdleCallback. */
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 1_000);
  });
