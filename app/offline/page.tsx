import type { Metadata } from 'next';
import { OfflineApp } from '@/app/offline/offline-app';

// The service worker caches this page once for everybody, so its title is the same in both languages.
export const metadata: Metadata = { robots: { index: false } };

/** The shell of the offline copy: all that it shows is read by the browser, from this device. */
export default function OfflinePage() {
  return <OfflineApp />;
}
