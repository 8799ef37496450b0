import { useTranslations } from 'next-intl';
import { Activity, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { openPage, type OpenedPage } from '@/extension/components/popup/open-page';
import { Connect, PageForms, QueueNotice } from '@/extension/components/popup/popup';
import { SearchView } from '@/extension/components/search/search-view';
import { SurfaceContext, useSurface } from '@/extension/components/surface';
import { readPage } from '@/extension/lib/page';
import { readStored } from '@/extension/lib/stored-value';

/** Content of the side panel: the search, and the form of the current page on request. It stays open beside pages. */
export function Panel() {
  const t = useTranslations('Extension');
  const surface = useSurface();
  const { connection: state } = surface;
  const { forms, tab, open, close } = useForms();
  if (state.status !== 'connected') return <Connect isRevoked={state.status === 'revoked'} />;
  const { connection } = state;
  const mode = (isVisible: boolean) => (isVisible ? 'visible' : 'hidden');
  return (
    <>
      {[...forms].map(([id, page]) => (
        <Activity key={id} mode={mode(id === tab)}>
          <SurfaceContext value={{ ...surface, close: () => close(id) }}>
            <PageForms page={page} connection={connection} onSearch={() => close(id)} />
          </SurfaceContext>
        </Activity>
      ))}
      <Activity mode={mode(tab === null || !forms.has(tab))}>
        <SearchView
          connection={connection}
          above={
            <div className="flex flex-col">
              <div className="flex gap-2 border-b px-3 py-2.5">
                <Button variant="primary" className="flex-1" onClick={() => void open()}>
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
      </Activity>
    </>
  );
}

type Forms = ReadonlyMap<number, OpenedPage>;

/** Forms by tab: each is shown with its tab, and keeps what was typed while another tab is in front. */
function useForms() {
  const [forms, setForms] = useState<Forms>(new Map());
  const [tab, setTab] = useState<number | null>(null);
  const close = (id: number) => setForms((now) => new Map([...now].filter(([tabId]) => tabId !== id)));
  useEffect(() => {
    const ownWindow = browser.windows.getCurrent();
    const follow = ({ tabId, windowId }: { tabId: number; windowId: number }) =>
      void ownWindow.then(({ id }) => (id === windowId ? setTab(tabId) : undefined));
    browser.tabs.onActivated.addListener(follow);
    browser.tabs.onRemoved.addListener(close);
    return () => {
      browser.tabs.onActivated.removeListener(follow);
      browser.tabs.onRemoved.removeListener(close);
    };
  }, []);
  const open = async () => {
    const [current] = await browser.tabs.query({ active: true, currentWindow: true });
    const id = current?.id;
    if (id === undefined) return;
    const [page, stored] = await Promise.all([readPage(id), readStored()]);
    const opened = await openPage(page, stored);
    setTab(id);
    setForms((now) => new Map(now).set(id, opened));
  };
  return { forms, tab, open, close };
}
