/** Name of the IndexedDB database with the offline copy of a library. */
export const offlineDatabase = 'markwell-offline';

/** Deletes the offline copy of any account. Part of the initial bundle, so it uses IndexedDB without a library. */
export function eraseOfflineCopy(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.deleteDatabase(offlineDatabase);
      request.onsuccess = request.onerror = request.onblocked = () => resolve();
    } catch {
      // Without available storage, nothing is stored.
      resolve();
    }
  });
}
