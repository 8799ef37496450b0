import type { UserManifest } from 'wxt';

/** Add-ons are identified by it, so it must not change after the first release. */
const firefoxId = 'extension@markwell.app';

const shared: UserManifest = {
  name: '__MSG_name__',
  description: '__MSG_description__',
  default_locale: 'en',
  icons: { 16: 'icons/16.png', 32: 'icons/32.png', 48: 'icons/48.png', 128: 'icons/128.png' },
  permissions: ['storage', 'activeTab', 'scripting', 'contextMenus', 'alarms'],
  // The site of the user's own server alone is requested, when they connect.
  optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
  optional_permissions: ['tabs', 'bookmarks'],
  action: { default_title: '__MSG_name__' },
  omnibox: { keyword: 'mw' },
  commands: {
    _execute_action: {
      suggested_key: { default: 'Alt+Shift+M' },
    },
    'save-page': { suggested_key: { default: 'Alt+Shift+S' }, description: '__MSG_commandSavePage__' },
    'open-panel': { suggested_key: { default: 'Alt+Shift+F' }, description: '__MSG_commandOpenPanel__' },
    'save-tabs': { description: '__MSG_commandSaveTabs__' },
  },
  // Without this, Firefox would upgrade the requests to a server on the own computer to https.
  content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
};

const forBrowser: Record<'chrome' | 'firefox', (manifest: UserManifest) => UserManifest> = {
  chrome: (manifest) => ({
    ...manifest,
    minimum_chrome_version: '121',
    permissions: [...(manifest.permissions ?? []), 'sidePanel'],
  }),
  firefox: (manifest) => ({
    ...manifest,
    browser_specific_settings: {
      gecko: {
        id: firefoxId,
        // The first version that asks for consent to these at the installation.
        strict_min_version: '140.0',
        data_collection_permissions: { required: ['bookmarksInfo', 'websiteContent', 'authenticationInfo'] },
      },
      gecko_android: { strict_min_version: '142.0' },
    },
  }),
};

/** The manifest without the parts that WXT adds from the entry points and package.json. */
export const manifestFor = (browser: 'chrome' | 'firefox'): UserManifest => forBrowser[browser](shared);

/** Messages that the manifest refers to, in the format of the browser. */
export const manifestMessages = (messages: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    ['name', 'description', 'commandSavePage', 'commandOpenPanel', 'commandSaveTabs'].map((key) => [
      key,
      { message: messages[key] ?? '' },
    ]),
  );
