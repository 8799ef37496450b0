import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { SentMessages } from '@/components/common/sent-messages';
import type { Namespace } from '@/lib/i18n/messages';
import { sentMessages } from '@/lib/i18n/sent-messages';

interface ScreenMessagesProps {
  /** What the first view needs; what opens on demand brings its own (`lazyFeature`). */
  namespaces: readonly Namespace[];
  children: ReactNode;
}

/** Sends the words of a screen to its client components, beside those that the layouts around have sent. */
export async function ScreenMessages({ namespaces, children }: ScreenMessagesProps) {
  return <SentMessages messages={await sentMessages(await getLocale(), namespaces)}>{children}</SentMessages>;
}
