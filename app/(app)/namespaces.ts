import type { Namespace } from '@/lib/i18n/messages';

/**
 * Message namespaces of the shell and of the library, which every page of the app includes. Other screens add theirs;
 * those of dialogs and panels are loaded with their code (`later-messages`).
 */
export const appNamespaces = [
  'Bookmarks',
  'Common',
  'Errors',
  'Feedback',
  'Shell',
] as const satisfies readonly Namespace[];
