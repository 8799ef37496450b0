import type { ProviderDeps } from '@/provider/deps';
import { noBlobs } from '@/provider/integrations/blobs/create-blob-store';

const none = (): Promise<null> => Promise.resolve(null);
const nothing = (): void => undefined;

/** Dependencies that reach nothing outside of the database, for programs that do not run the service. */
export const inertDeps: Omit<ProviderDeps, 'db' | 'clock' | 'config'> = {
  fetchPage: none,
  readProduct: () => Promise.resolve({ kind: 'failed' }),
  blobs: noBlobs,
  sendMail: () => Promise.resolve(),
  google: null,
  askModel: null,
  embeddingModel: null,
  payments: null,
  countryOf: null,
  freeBytes: none,
  log: { info: nothing, warn: nothing, error: nothing },
};
