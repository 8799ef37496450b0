/**
 * What this device remembers under a key: null where it remembers nothing, undefined where storage is unavailable (the
 * browser denies it, or a private window has none).
 */
export function readStored(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Has this device remember a value; false where storage is unavailable or full. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
