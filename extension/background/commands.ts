import { browser } from 'wxt/browser';
import { openPanel } from '@/extension/background/panel';
import { savePage, saveTabs } from '@/extension/background/saving';
import { requestTabs } from '@/extension/lib/window-tabs';

/** Handles the keys of the manifest, which users can change in the browser. */
export function watchCommands(): void {
  browser.commands.onCommand.addListener((command, tab) => {
    if (!tab) return;
    if (command === 'save-page') void savePage(tab);
    else if (command === 'open-panel') void openPanel(tab);
    else if (command === 'save-tabs')
      void requestTabs().then((isGranted) => (isGranted ? saveTabs(tab) : undefined));
  });
}
