import type { Locale } from '@/lib/i18n/locale';
import type { Messages, Namespace } from '@/lib/i18n/messages';

export type SomeMessages = Partial<Messages>;

const loaded = new Map<string, Promise<SomeMessages>>();

/**
 * The words of some namespaces in one language. Each file is a chunk of its own and is read once; the same promise
 * comes back for the same question, so that a component can wait for it.
 */
export function loadMessages(locale: Locale, wanted: readonly Namespace[]): Promise<SomeMessages> {
  const key = `${locale} ${wanted.join()}`;
  const known = loaded.get(key);
  if (known) return known;
  const entries = Promise.all(wanted.map(async (name) => [name, await readNamespace(locale, name)] as const));
  const messages = entries.then((pairs) => Object.fromEntries(pairs) as SomeMessages);
  loaded.set(key, messages);
  // A file that could not be fetched is asked for again the next time.
  messages.catch(() => loaded.delete(key));
  return messages;
}

async function readNamespace(locale: Locale, name: Namespace): Promise<Messages[Namespace]> {
  const file = name.replaceAll(/(?<!^)([A-Z])/g, '-$1').toLowerCase();
  const module = (await import(`@/messages/${locale}/${file}.json`)) as { default: Messages[Namespace] };
  return module.default;
}
