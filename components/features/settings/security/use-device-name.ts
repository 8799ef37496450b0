'use client';

import { useTranslations } from 'next-intl';
import type { AccountSession } from '@/lib/contract/schemas/account-security';

/** Names what a session runs on, as far as it has said so itself. */
export function useDeviceName() {
  const t = useTranslations('Security');
  return ({ browser, system }: Pick<AccountSession, 'browser' | 'system'>): string => {
    if (browser !== null && system !== null) return t('device', { browser, system });
    if (system !== null) return t('onSystem', { system });
    return browser ?? t('unknownDevice');
  };
}
