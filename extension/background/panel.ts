import { browser, type Browser } from 'wxt/browser';
import { getSettings } from '@/extension/lib/settings';

/** The part of Firefox's sidebar that is used; the types describe Chrome. */
interface Sidebar {
  readonly open: () => Promise<void>;
  readonly toggle: () => Promise<void>;
}

const sidebar = (): Sidebar | undefined => (browser as unknown as { sidebarAction?: Sidebar }).sidebarAction;

/** Opens the side panel in the window of a tab. Must be called by the handler of a click or a key. */
export async function openPanel({ windowId }: Pick<Browser.tabs.Tab, 'windowId'>): Promise<void> {
  if (import.meta.env.FIREFOX) await sidebar()?.open();
  else await browser.sidePanel.open({ windowId });
}

/** Makes a click on the button open the popup or the side panel, as chosen in the settings. */
export async function applyClick(): Promise<void> {
  const isPanel = (await getSettings()).click === 'panel';
  if (!import.meta.env.FIREFOX) await browser.sidePanel.setPanelBehavior({ openPanelOnActionClick: isPanel });
  await browser.action.setPopup({ popup: isPanel ? '' : 'popup.html' });
}

export function watchClicks(): void {
  // Without a popup, Firefox reports the click. Chrome opens the panel by itself.
  browser.action.onClicked.addListener(() => {
    if (import.meta.env.FIREFOX) void sidebar()?.toggle();
  });
}
