import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { openPage, type OpenedPage } from '@/extension/components/popup/open-page';
import { Connect, PageForms, QueueNotice } from '@/extension/components/popup/popup';
import { SearchView } from '@/extension/components/search/search-view';
import { SurfaceContext, useSurface } from '@/extension/components/surface';

/** Content of the side panel: the search, and the form of the current page on request. It stays open beside pages. */
export function Panel() {
  const t = useTranslations('Extension');
  const surface = useSurface();
  const { connection: state } = surface;
  const [page, setPage] = useState<Promise<OpenedPage> | null>(null);
  const isSaving = page !== null;
  useEffect(() => {
    if (!isSaving) return;
    // The form belongs to one page.
    const leave = () => setPage(null);
    browser.tabs.onActivated.addListener(leave);
    return () => browser.tabs.onActivated.removeListener(leave);
  }, [isSaving]);
  if (state.status !== 'connected') return <Connect isRevoked={state.status === 'revoked'} />;
  const { connection } = state;
  if (page) {
    const close = () => setPage(null);
    return (
      <SurfaceContext value={{ ...surface, close }}>
        <PageForms page={page} connection={connection} onSearch={close} />
      </SurfaceContext>
    );
  }
  return (
    <SearchView
      connection={connection}
      above={
        <div className="flex flex-col">
          <div className="flex gap-2 border-b px-3 py-2.5">
            <Button variant="primary" className="flex-1" onClick={() => setPage(openPage())}>
              <Icon name="i-plus" />
              {t('panel.save')}
            </Button>
            <Button
              size="icon"
              aria-label={t('settings')}
              title={t('settings')}
              onClick={() => void browser.runtime.openOptionsPage()}
            >
              <Icon name="i-settings" />
            </Button>
          </div>
          <QueueNotice />
        </div>
      }
    />
  );
}
