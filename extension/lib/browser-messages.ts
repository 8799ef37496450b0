import en from '@/messages/en/extension-browser.json';
import ptBR from '@/messages/pt-BR/extension-browser.json';
import type { Locale } from '@/lib/i18n/locale';
import { getSettings, localeOf } from '@/extension/lib/settings';

type Key = keyof typeof en;
const messages: Readonly<Record<Locale, Readonly<Record<Key, string>>>> = { en, 'pt-BR': ptBR };

/** Returns a text that the browser shows, such as the title of a menu item; `{name}` is replaced by a value. */
export type Translate = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

export const translatorOf =
  (locale: Locale): Translate =>
  (key, values = {}) =>
    messages[locale][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** Returns the translator of the language that the extension shows. */
export const getTranslator = async (): Promise<Translate> => translatorOf(localeOf(await getSettings()));
