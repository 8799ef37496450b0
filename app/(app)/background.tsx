'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { watchOffline } from '@/app/(app)/watch-offline';
import { holdWhilePressed } from '@/components/common/hold-while-pressed';
import { notify } from '@/components/common/notify';
import { openEditor } from '@/components/entities/editor-store';
import { Consent } from '@/components/features/consent/consent';
import { ErrorReports } from '@/components/features/error-reports/error-reports';
import { Outbox } from '@/components/features/outbox/outbox';
import { FirstMinutes } from '@/components/features/welcome/first-minutes';
import { isProduction } from '@/lib/env/mode';

const updateCheckMs = 3_600_000;
const copyDelayMs = 2_000;

/**
 * Registers the service worker, and checks for a new version every hour and when the tab becomes visible again.
 */
function useServiceWorker(): void {
  useEffect(() => {
    // Only secure contexts have service workers.
    if (!isProduction || !('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    let isRegistered = false;
    const check = async () => {
      // A worker that has removed itself stays removed: registering it again would keep it until the page is left.
      const registration = await (isRegistered
        ? serviceWorker.getRegistration()
        : serviceWorker.register('/sw.js'));
      isRegistered = true;
      await registration?.update();
    };
    const tryCheck = () => void check().catch(() => undefined);
    tryCheck();
    const onVisible = () => document.hidden || tryCheck();
    const timer = setInterval(tryCheck, updateCheckMs);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
}

/** Maintains a copy of the library on the device. On a first visit, other resources are loaded first. */
function useOfflineCopy(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      import('@/components/features/offline/keep-copy')
        .then(({ keepCopy }) => keepCopy(client, stop.signal))
        .catch(() => undefined);
    }, copyDelayMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client]);
}

/**
 * States once that the page is offline: it stays as it is, and the offline copy only opens with the next navigation.
 */
function useOfflineNotice(): void {
  const t = useTranslations('Common');
  const announce = useEffectEvent(() => notify({ id: 'offline', message: t('wentOffline') }));
  useEffect(() => {
    // Without a network it could not be loaded any more.
    import('@/components/common/toasts').catch(() => undefined);
    return watchOffline(announce);
  }, []);
}

interface BackgroundProps {
  /** Version of the running app. */
  version: string;
  /** False if the component was loaded early, for a dialog that was requested. */
  isDue: boolean;
  /** Number of requests to open the news. */
  newsId: number;
  /** Install event that the browser has fired, if any. */
  install: { readonly event: Event | null };
}

export function Background({ version, isDue, newsId, install }: BackgroundProps) {
  useServiceWorker();
  useOfflineCopy();
  useOfflineNotice();
  useEffect(() => holdWhilePressed(), []);
  return (
    <>
      <Consent />
      <Outbox onEdit={(draft, onSaved) => openEditor({ draft, onSaved })} />
      <ErrorReports />
      <FirstMinutes version={version} isDue={isDue} newsId={newsId} install={install} />
    </>
  );
}
