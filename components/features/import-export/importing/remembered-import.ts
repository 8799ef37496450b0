type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The import that this account started in this tab, so that it is found again after the page was left or loaded anew.
 * Storage that refuses costs only that.
 */
export function rememberedImport(store: Store | null, accountId: string) {
  const key = `import:${accountId}`;
  const attempt = <T>(action: (store: Store) => T): T | null => {
    try {
      return store === null ? null : action(store);
    } catch {
      return null;
    }
  };
  return {
    get: (): string | null => attempt((kept) => kept.getItem(key)),
    set: (uuid: string): void => void attempt((kept) => kept.setItem(key, uuid)),
    clear: (): void => void attempt((kept) => kept.removeItem(key)),
  };
}

export type RememberedImport = ReturnType<typeof rememberedImport>;

/** Reading the property itself throws where storage is blocked. */
export function sessionStore(): Store | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}
