/**
 * Returns the value stored under a key on this device: null if there is none, undefined if storage is
 * unavailable (the browser denies it, or a private window has none).
 */
export function readStored(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}

/** Stores a value on this device; false if storage is unavailable or full. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
