import type { Locale } from '@/lib/i18n/locale';
import { messageLoader } from '@/lib/i18n/message-loader';

/**
 * The words that a browser can fetch: a namespace that `lazyFeature` is to bring has its line here, and what has none
 * costs the first load of a page nothing.
 */
const files = {
  BookmarkEditor: (locale: Locale) => import(`@/messages/${locale}/bookmark-editor.json`),
  BookmarkSelection: (locale: Locale) => import(`@/messages/${locale}/bookmark-selection.json`),
  Collections: (locale: Locale) => import(`@/messages/${locale}/collections.json`),
  Drop: (locale: Locale) => import(`@/messages/${locale}/drop.json`),
  EmailCode: (locale: Locale) => import(`@/messages/${locale}/email-code.json`),
  Keys: (locale: Locale) => import(`@/messages/${locale}/keys.json`),
  Password: (locale: Locale) => import(`@/messages/${locale}/password.json`),
  Preview: (locale: Locale) => import(`@/messages/${locale}/preview.json`),
  Search: (locale: Locale) => import(`@/messages/${locale}/search.json`),
  Sharing: (locale: Locale) => import(`@/messages/${locale}/sharing.json`),
  Sorting: (locale: Locale) => import(`@/messages/${locale}/sorting.json`),
  Shortcuts: (locale: Locale) => import(`@/messages/${locale}/shortcuts.json`),
  Suggestions: (locale: Locale) => import(`@/messages/${locale}/suggestions.json`),
  Vault: (locale: Locale) => import(`@/messages/${locale}/vault.json`),
};

/** Namespaces of what opens on demand. */
export type MoreNamespace = keyof typeof files;

export const loadMoreMessages = messageLoader((locale, name: MoreNamespace) => files[name](locale));
