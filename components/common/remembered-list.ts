import { readConsent } from '@/components/common/consent';

/** A short list of texts stored on this device under a name, latest first. */
export interface RememberedList {
  /** Empty if storage is not available. */
  readonly read: () => string[];
  /** Does nothing without the user's consent. */
  readonly add: (text: string) => void;
  readonly forget: () => void;
}

/**
 * Creates a list. Its name includes the account: a list is not shown to another user who signs in on the same
 * device.
 */
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
      // Without storage nothing is remembered, and everything else works.
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
