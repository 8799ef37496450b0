import type { Locale } from '@/lib/i18n/locale';
import type { Messages, Namespace } from '@/lib/i18n/messages';

export type SomeMessages = Partial<Messages>;

type Read<Name extends Namespace> = (locale: Locale, name: Name) => Promise<unknown>;

/**
 * Makes a function that loads the words of some namespaces in one language. Each file is read once; the same promise
 * comes back for the same question, so that a component can wait for it.
 */
export function messageLoader<Name extends Namespace>(read: Read<Name>) {
  const loaded = new Map<string, Promise<SomeMessages>>();
  return (locale: Locale, wanted: readonly Name[]): Promise<SomeMessages> => {
    const key = `${locale} ${wanted.join()}`;
    const known = loaded.get(key);
    if (known) return known;
    const entries = Promise.all(
      wanted.map(async (name) => {
        const module = (await read(locale, name)) as { default: Messages[Name] };
        return [name, module.default] as const;
      }),
    );
    const messages = entries.then((pairs) => Object.fromEntries(pairs) as SomeMessages);
    loaded.set(key, messages);
    // A file that could not be fetched is asked for again the next time.
    messages.catch(() => loaded.delete(key));
    return messages;
  };
}
