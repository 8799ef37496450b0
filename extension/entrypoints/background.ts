import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { showQueue, watchBadge } from '@/extension/background/badge';
import { watchCommands } from '@/extension/background/commands';
import { watchConnecting } from '@/extension/background/connecting';
import { createMenus, watchMenus } from '@/extension/background/menus';
import { watchOmnibox } from '@/extension/background/omnibox';
import { showOnSite } from '@/extension/lib/own-site';
import { applyClick, watchClicks } from '@/extension/background/panel';
import { sendQueue, startAlarms, watchSchedule } from '@/extension/background/schedule';
import { getConnectionState, onConnectionState, type ConnectionState } from '@/extension/lib/connection';
import { syncLibrary } from '@/extension/lib/library';
import { eraseCopy } from '@/extension/lib/library-store';
import { onSettings } from '@/extension/lib/settings';

export default defineBackground({
  type: 'module',
  // Browsers end the background when it is idle. Listeners have to be added at once whenever it starts again.
  main: () => {
    watchBadge();
    watchClicks();
    watchCommands();
    watchConnecting();
    watchMenus();
    watchOmnibox();
    watchSchedule();
    onConnectionState((state) => void Promise.all([createMenus(), follow(state)]));
    onSettings(() => void Promise.all([createMenus(), applyClick(), showQueue()]));
    browser.runtime.onInstalled.addListener(() => void start());
    browser.runtime.onStartup.addListener(() => void start());
  },
});

async function start(): Promise<void> {
  // Scripts in pages of the server have no use for the token.
  if (!import.meta.env.FIREFOX) {
    await browser.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
  }
  await Promise.all([createMenus(), applyClick(), showQueue(), startAlarms()]);
  await follow(await getConnectionState());
}

/** Copies the library of a new connection, and erases the copy of one that has ended. */
async function follow(state: ConnectionState): Promise<void> {
  if (state.status === 'connected') {
    await showOnSite(state.connection.origin);
    await sendQueue({ isForced: true });
    await syncLibrary().catch(() => undefined);
  } else if (state.status === 'disconnected') {
    await showOnSite(null);
    await eraseCopy();
  }
}
