import { browser, type Browser } from 'wxt/browser';
import { getTranslator } from '@/extension/lib/browser-messages';
import { openPanel } from '@/extension/background/panel';
import { saveLink, savePage, saveTabs } from '@/extension/background/saving';
import { getConnection } from '@/extension/lib/connection';
import { sitePattern } from '@/extension/lib/server-address';
import { openCollection, requestTabs } from '@/extension/lib/window-tabs';

type Tab = Browser.tabs.Tab;
type Click = Pick<
  Browser.contextMenus.OnClickData,
  'menuItemId' | 'linkUrl' | 'pageUrl' | 'srcUrl' | 'selectionText'
> & {
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

/** Items for the collections of the own server: its pages, and links to them such as those in the sidebar. */
function collectionItems(origin: string) {
  const patterns = [`${sitePattern(origin).slice(0, -1)}collections/*`];
  const text = 'menuCollection' as const;
  return [
    { id: 'collection-page', contexts: ['page'] as const, documentUrlPatterns: patterns, text },
    { id: 'collection-link', contexts: ['link'] as const, targetUrlPatterns: patterns, text },
  ];
}

/** Creates the menus in the language of the extension and for its server; the browser keeps them. */
export async function createMenus(): Promise<void> {
  const [t, connection] = await Promise.all([getTranslator(), getConnection()]);
  await browser.contextMenus.removeAll();
  const all = [...items, ...(connection === null ? [] : collectionItems(connection.origin))];
  for (const { text, contexts, ...item } of all) {
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
    case 'collection-page':
      return openCollectionAt(click.pageUrl);
    case 'collection-link':
      return openCollectionAt(click.linkUrl);
  }
}

/** Opens the bookmarks of a collection, whose address in the app is given, in a new window. */
async function openCollectionAt(url: string | undefined): Promise<void> {
  const [, uuid] = /\/collections\/([\da-f-]{36})/.exec(url ?? '') ?? [];
  if (uuid !== undefined) await openCollection(uuid).catch(() => undefined);
}
