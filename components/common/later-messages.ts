import { create } from 'zustand';
import type { Locale } from '@/lib/i18n/locale';
import type { Messages } from '@/lib/i18n/messages';

type Load = (locale: Locale) => Promise<Partial<Messages>>;

let load: Load | undefined;

/** The loaded messages; after a change of language those of the previous one, until others have been loaded. */
export const useLaterMessages = create<Partial<Messages>>(() => ({}));

/** Sets how the messages are loaded that components on demand use, in addition to those of the page. */
export const setLaterMessages = (loadLater: Load): void => {
  load = loadLater;
};

/** Loads them in the language of the page. The server renders nothing that needs them. */
export async function loadLaterMessages(): Promise<void> {
  if (load && typeof document !== 'undefined')
    useLaterMessages.setState(await load(document.documentElement.lang as Locale), true);
}

/** Loads them again if they were loaded, since the language has changed. */
export const reloadLaterMessages = (): void => {
  if (Object.keys(useLaterMessages.getState()).length > 0) loadLaterMessages().catch(() => undefined);
};
