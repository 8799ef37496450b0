'use client';

import { useLocale } from 'next-intl';
import { use, type ReactNode } from 'react';
import { MoreMessages } from '@/components/common/more-messages';
import { loadMessages } from '@/lib/i18n/load-messages';
import type { Namespace } from '@/lib/i18n/messages';

interface FeatureMessagesProps {
  namespaces: readonly Namespace[];
  children: ReactNode;
}

/** Fetches the words of something that opened on demand, and suspends until they are there. */
export function FeatureMessages({ namespaces, children }: FeatureMessagesProps) {
  return <MoreMessages messages={use(loadMessages(useLocale(), namespaces))}>{children}</MoreMessages>;
}
