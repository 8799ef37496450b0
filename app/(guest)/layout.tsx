import { getLocale } from 'next-intl/server';
import type { ReactNode } from 'react';
import { MoreMessages } from '@/components/common/more-messages';
import { loadMessages } from '@/lib/i18n/load-messages';

export default async function GuestLayout({ children }: { children: ReactNode }) {
  const messages = await loadMessages(await getLocale(), ['Auth', 'Password']);
  return <MoreMessages messages={messages}>{children}</MoreMessages>;
}
