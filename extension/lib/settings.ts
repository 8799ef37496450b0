import type { Locale } from '@/lib/i18n/locale';
import { pickLocale } from '@/lib/domain/locale';
import { storedValue, type Stored } from '@/extension/lib/stored-value';

/** Settings of the extension on this device. */
export interface Settings {
  /** Null follows the language of the browser. */
  readonly language: Locale | null;
  readonly theme: 'system' | 'light' | 'dark';
  /** Space of new bookmarks; null is the current space of the account. */
  readonly space: string | null;
  /** Collection of new bookmarks; null is the default collection of the space. */
  readonly collection: string | null;
  /** What a click on the button of the extension opens. */
  readonly click: 'popup' | 'panel';
  /** Saves the page as soon as the popup opens. */
  readonly savesOnOpen: boolean;
  /** Marks the button on pages that are saved. Requires the optional permission `tabs`. */
  readonly marks: boolean;
}

const defaults: Settings = {
  language: null,
  theme: 'system',
  space: null,
  collection: null,
  click: 'popup',
  savesOnOpen: false,
  marks: false,
};

const item = storedValue<Partial<Settings>>('settings', {});

export async function getSettings(): Promise<Settings> {
  return { ...defaults, ...(await item.get()) };
}

/** Returns the settings in what was read from the storage as a whole. */
export const settingsIn = (stored: Stored): Settings => ({ ...defaults, ...item.in(stored) });

export async function updateSettings(changes: Partial<Settings>): Promise<void> {
  await item.set({ ...(await item.get()), ...changes });
}

/** Calls `listener` after each change, in any context of the extension; returns a function that stops it. */
export const onSettings = (listener: (settings: Settings, earlier: Settings) => void): (() => void) =>
  item.watch((settings, earlier) => listener({ ...defaults, ...settings }, { ...defaults, ...earlier }));

/** Returns the language to show: the chosen one, or that of the browser. */
export const localeOf = ({ language }: Pick<Settings, 'language'>): Locale =>
  language ?? pickLocale(navigator.languages.join(','));
