import type { Namespace } from '@/lib/i18n/messages';

/** Message namespaces of the shell, its screens and their dialogs. Settings and the search page add their own. */
export const appNamespaces = [
  'BookmarkEditor',
  'BookmarkSelection',
  'Bookmarks',
  'Collections',
  'Common',
  'Consent',
  'Drop',
  'Duplicates',
  'Errors',
  'Feedback',
  'Forms',
  'Keys',
  'Outbox',
  'PageTexts',
  'Preview',
  'Search',
  'Sharing',
  'Shell',
  'Shortcuts',
  'Sorting',
  'Spaces',
  'Suggestions',
  'Tags',
  'Vault',
] as const satisfies readonly Namespace[];
