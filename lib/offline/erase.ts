/** The IndexedDB database that holds the offline copy of a library. */
export const offlineDatabase = 'markwell-offline';

/** Deletes the offline copy of any account. It is part of the first load, so it uses IndexedDB without a library. */
export function eraseOfflineCopy(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(offlineDatabase);
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    } catch {
      // Nothing is stored where storage is not available.
      resolve();
    }
  });
}
