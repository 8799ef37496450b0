import { getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import { MoreMessages } from '@/components/common/more-messages';
import type { SomeMessages } from '@/lib/i18n/load-messages';
import type { Namespace } from '@/lib/i18n/messages';

interface ScreenMessagesProps {
  /** What the first view needs; what opens on demand brings its own (`lazyFeature`). */
  namespaces: readonly Namespace[];
  children: ReactNode;
}

/** Sends the words of a screen to its client components, beside those that the layouts around have sent. */
export async function ScreenMessages({ namespaces, children }: ScreenMessagesProps) {
  const messages = await getMessages();
  const wanted = Object.fromEntries(namespaces.map((name) => [name, messages[name]])) as SomeMessages;
  return <MoreMessages messages={wanted}>{children}</MoreMessages>;
}
