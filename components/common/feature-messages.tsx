'use client';

import { useLocale } from 'next-intl';
import { use, type ReactNode } from 'react';
import { MoreMessages } from '@/components/common/more-messages';
import { loadMoreMessages, type MoreNamespace } from '@/lib/i18n/load-more-messages';

interface FeatureMessagesProps {
  namespaces: readonly MoreNamespace[];
  children: ReactNode;
}

/** Fetches the words of something that opened on demand, and suspends until they are there. */
export function FeatureMessages({ namespaces, children }: FeatureMessagesProps) {
  return <MoreMessages messages={use(loadMoreMessages(useLocale(), namespaces))}>{children}</MoreMessages>;
}
