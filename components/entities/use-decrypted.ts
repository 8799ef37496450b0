import { useSyncExternalStore } from 'react';
import { noneDecrypted, decryptedTexts, watchDecrypted, type DecryptedTexts } from '@/lib/vault/decrypted';

const atServer = (): DecryptedTexts => noneDecrypted;

/** What is open now; renders anew when something is opened or locked. */
export const useDecrypted = (): DecryptedTexts =>
  useSyncExternalStore(watchDecrypted, decryptedTexts, atServer);
