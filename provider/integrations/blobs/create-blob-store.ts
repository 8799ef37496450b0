import path from 'node:path';
import type { BlobStore } from '@/provider/integrations/blobs/blob-store';
import { createFileStore } from '@/provider/integrations/blobs/file-store';
import { createS3Store, type S3Settings } from '@/provider/integrations/blobs/s3-store';

export interface BlobStoreSettings {
  /** Folder of the objects; with a bucket, only of files that are being received. */
  readonly folder: string;
  /** Null stores the objects in the folder. */
  readonly s3: S3Settings | null;
}

/** Creates the store of an installation: a folder, or a bucket. */
export function createBlobStore({ folder, s3 }: BlobStoreSettings): BlobStore {
  const incoming = path.join(folder, 'incoming');
  return s3 ? createS3Store(incoming, s3) : createFileStore(folder, incoming);
}

/** An empty store for programs that store no files. */
export const noBlobs: BlobStore = {
  kind: 'files',
  incoming: '',
  put: () => Promise.reject(new Error('this program stores no files')),
  get: () => Promise.resolve(null),
  delete: () => Promise.resolve(),
};
