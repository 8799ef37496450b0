'use client';

import type { ReactNode } from 'react';
import { MoreMessages } from '@/components/common/more-messages';
import { parseMessages } from '@/components/common/parse-messages';

/** Adds the words that the server has sent, as text, to those that the components around already have. */
export function SentMessages({ messages, children }: { messages: string; children: ReactNode }) {
  return <MoreMessages messages={parseMessages(messages)}>{children}</MoreMessages>;
}
