import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '@/provider/integrations/blobs/s3-store';

export interface S3Server {
  readonly settings: S3Settings;
  close(): Promise<void>;
}

/** Starts an object store on loopback, with one bucket. It checks the signatures of requests. */
export async function startS3Server(bucket = 'markwell'): Promise<S3Server> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'markwell-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: 'us-east-1',
      // The only key that it knows.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    close: async () => {
      await server.close();
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}
