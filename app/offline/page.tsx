import type { Metadata } from 'next';
import { OfflineApp } from '@/app/offline/offline-app';

// The service worker caches this page once for all users, so its title is the same in both languages.
export const metadata: Metadata = { robots: { index: false } };

/** The shell of the offline copy: the browser reads all of its data from this device. */
export default function OfflinePage() {
  return <OfflineApp />;
}
