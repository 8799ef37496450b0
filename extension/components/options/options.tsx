import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Ribbon } from '@/components/common/logo';
import { ConnectionSection } from '@/extension/components/options/connection-section';
import { ImportSection } from '@/extension/components/options/import-section';
import {
  AppearanceSection,
  ButtonSection,
  SavingSection,
} from '@/extension/components/options/settings-sections';
import { QueueNotice } from '@/extension/components/popup/queue-notice';
import { useSurface } from '@/extension/components/surface';

/** The options of the extension, in a tab. */
export function Options() {
  const t = useTranslations('Extension.options');
  const { connection: state } = useSurface();
  const title = t('title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="mx-auto w-full max-w-160 px-4 py-10">
      <header className="flex items-center gap-2.5 pb-2">
        <Ribbon />
        <h1 className="font-serif text-screen font-semibold">{title}</h1>
      </header>
      <p className="pb-4 text-muted-foreground">{t('saved')}</p>
      <QueueNotice />
      <ConnectionSection />
      {state.status === 'connected' ? <SavingSection connection={state.connection} /> : null}
      <ButtonSection />
      <AppearanceSection />
      {state.status === 'connected' ? <ImportSection /> : null}
    </main>
  );
}
