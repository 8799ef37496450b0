import { readConsent } from '@/components/common/consent';

/** A short list of texts that this device remembers under a name, the latest first. */
export interface RememberedList {
  /** Empty where storage is not available. */
  readonly read: () => string[];
  /** Does nothing without the person's consent. */
  readonly add: (text: string) => void;
  readonly forget: () => void;
}

/** Names tell accounts apart: what one did is not shown to another who signs in on the same device. */
export function rememberedList(name: string, length: number): RememberedList {
  const read = (): string[] => {
    try {
      const list: unknown = JSON.parse(window.localStorage.getItem(name) ?? '[]');
      return Array.isArray(list)
        ? list.filter((one): one is string => typeof one === 'string').slice(0, length)
        : [];
    } catch {
      return [];
    }
  };
  const write = (list: readonly string[]): void => {
    try {
      if (list.length === 0) window.localStorage.removeItem(name);
      else window.localStorage.setItem(name, JSON.stringify(list));
    } catch {
      // A browser that keeps nothing remembers nothing, and everything else works.
    }
  };
  return {
    read,
    add: (text) => {
      if (readConsent()?.localStorage)
        write([text, ...read().filter((one) => one !== text)].slice(0, length));
    },
    forget: () => write([]),
  };
}
