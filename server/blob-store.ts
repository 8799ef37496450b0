import path from 'node:path';
import type { ServerEnv } from '@/lib/env/server-env';
import type { BlobStore } from '@/provider/integrations/blobs/blob-store';
import { createBlobStore } from '@/provider/integrations/blobs/create-blob-store';

/** Returns the store of files of an installation: a folder of DATA_DIR, or the configured bucket. */
export const blobStore = ({ dataDir, s3 }: Pick<ServerEnv, 'dataDir' | 's3'>): BlobStore =>
  createBlobStore({ folder: path.join(dataDir, 'blobs'), s3: s3.enabled ? s3 : null });
