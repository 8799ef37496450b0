import type { EncryptionKey } from '@/lib/contract/schemas/encryption';

/** What is to be done with a key. */
export interface KeyAction {
  readonly kind: 'unlock' | 'change' | 'sheet';
  readonly of: EncryptionKey;
}
