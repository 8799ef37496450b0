import { browser } from 'wxt/browser';
import { sitePattern } from '@/extension/lib/server-address';

const id = 'own-site';

/**
 * Makes the app of a server know that the extension is installed; null makes it forget in the tabs that are open. Runs in
 * one context at a time.
 */
export async function showOnSite(origin: string | null): Promise<void> {
  await navigator.locks.request(id, () => registerFor(origin));
}

async function registerFor(origin: string | null): Promise<void> {
  const [registered] = await browser.scripting.getRegisteredContentScripts({ ids: [id] });
  const pattern = origin === null ? undefined : sitePattern(origin);
  if (registered?.matches?.[0] === pattern) return;
  if (registered) {
    await browser.scripting.unregisterContentScripts({ ids: [id] });
    for (const match of registered.matches ?? []) await forgetIn(match);
  }
  if (pattern === undefined) return;
  const script = { id, matches: [pattern], js: ['site-script.js'], runAt: 'document_start' as const };
  await browser.scripting.registerContentScripts([script]).catch(() => undefined);
}

async function forgetIn(match: string): Promise<void> {
  const tabs = await browser.tabs.query({ url: match }).catch(() => []);
  for (const { id: tabId } of tabs) {
    if (tabId === undefined) continue;
    const func = (): void => localStorage.removeItem('extensionInstalled');
    await browser.scripting.executeScript({ target: { tabId }, func }).catch(() => undefined);
  }
}
