import { browser, type Browser } from 'wxt/browser';
import { getTranslator } from '@/extension/lib/browser-messages';
import { openPanel } from '@/extension/background/panel';
import { saveLink, savePage, saveTabs } from '@/extension/background/saving';
import { requestTabs } from '@/extension/lib/window-tabs';

type Tab = Browser.tabs.Tab;
type Click = Pick<Browser.contextMenus.OnClickData, 'menuItemId' | 'linkUrl' | 'srcUrl' | 'selectionText'> & {
  /** Only Firefox knows the text of a link. */
  readonly linkText?: string;
};

const webPages = ['http://*/*', 'https://*/*'];

const items = [
  { id: 'page', contexts: ['page'], documentUrlPatterns: webPages, text: 'menuPage' },
  { id: 'link', contexts: ['link'], targetUrlPatterns: webPages, text: 'menuLink' },
  { id: 'image', contexts: ['image'], targetUrlPatterns: webPages, text: 'menuImage' },
  { id: 'selection', contexts: ['selection'], documentUrlPatterns: webPages, text: 'menuSelection' },
  { id: 'tabs', contexts: ['action'], text: 'menuTabs' },
  { id: 'panel', contexts: ['action'], text: 'menuPanel' },
] as const;

/** Creates the menus in the language of the extension; the browser keeps them. */
export async function createMenus(): Promise<void> {
  const t = await getTranslator();
  await browser.contextMenus.removeAll();
  for (const { text, contexts, ...item } of items) {
    browser.contextMenus.create({ ...item, contexts: [...contexts], title: t(text) });
  }
}

export function watchMenus(): void {
  browser.contextMenus.onClicked.addListener((click, tab) => {
    if (tab) void choose(click, tab);
  });
}

/** Does what a menu item says. A permission and the panel have to be requested before anything is awaited. */
export async function choose(click: Click, tab: Tab): Promise<void> {
  switch (click.menuItemId) {
    case 'page':
      return savePage(tab);
    case 'selection':
      return savePage(tab, click.selectionText ?? '');
    case 'link':
      return saveLink(tab, click.linkUrl ?? '', { title: click.linkText ?? '' });
    case 'image':
      return saveLink(tab, click.srcUrl ?? '');
    case 'tabs':
      return (await requestTabs()) ? saveTabs(tab) : undefined;
    case 'panel':
      return openPanel(tab);
  }
}
