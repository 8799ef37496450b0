import { getLocale, getTimeZone, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Language } from '@/components/common/language';
import { ToastHost } from '@/components/common/toast-host';
import { earlyClicks } from '@/lib/bff/early-clicks';
import { sentMessages } from '@/lib/i18n/sent-messages';

/** Messages, toasts and early clicks for the pages of the app; public pages have none of these. */
export async function Interactive({ children }: { children: ReactNode }) {
  const [locale, timeZone, t] = await Promise.all([getLocale(), getTimeZone(), getTranslations('Common')]);
  return (
    <>
      <script dangerouslySetInnerHTML={{ __html: earlyClicks }} />
      <Language locale={locale} timeZone={timeZone} messages={await sentMessages(locale, ['Common'])}>
        {children}
        <ToastHost label={t('notices')} closeLabel={t('close')} />
      </Language>
    </>
  );
}
