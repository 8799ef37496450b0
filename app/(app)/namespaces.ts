import type { Namespace } from '@/lib/i18n/messages';

/** What the shell, its screens and the dialogs over them say. Settings and the search page add their own. */
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
