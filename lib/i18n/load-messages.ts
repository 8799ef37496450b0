import type { Locale } from '@/lib/i18n/locale';
import type { Messages, Namespace } from '@/lib/i18n/messages';

const loaded = new Map<string, Promise<Partial<Messages>>>();

/** Loads the messages of namespaces in one language; cached, since every request needs the same ones. */
export function loadMessages(locale: Locale, names: readonly Namespace[]): Promise<Partial<Messages>> {
  const key = `${locale} ${names.join()}`;
  const cached = loaded.get(key);
  if (cached) return cached;
  const messages = Promise.all(names.map((name) => loadNamespace(locale, name))).then(
    (entries) => Object.fromEntries(entries) as Partial<Messages>,
  );
  loaded.set(key, messages);
  // A failed load is not cached, so the next call retries it.
  messages.catch(() => loaded.delete(key));
  return messages;
}

/** Returns the name of a namespace's file, without its extension. */
export const fileOf = (name: Namespace): string => name.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase();

async function loadNamespace(locale: Locale, name: Namespace) {
  const file = fileOf(name);
  const { default: messages } = (await import(`@/messages/${locale}/${file}.json`)) as { default: unknown };
  return [name, messages] as const;
}
