import { useSyncExternalStore } from 'react';
import { noneDecrypted, decryptedTexts, watchDecrypted, type DecryptedTexts } from '@/lib/vault/decrypted';

const atServer = (): DecryptedTexts => noneDecrypted;

/** Returns the decrypted texts; renders again when something is decrypted or locked. */
export const useDecrypted = (): DecryptedTexts =>
  useSyncExternalStore(watchDecrypted, decryptedTexts, atServer);
