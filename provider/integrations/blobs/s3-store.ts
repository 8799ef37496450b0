import { createReadStream } from 'node:fs';
import { AwsV4Signer } from 'aws4fetch';
// eslint-disable-next-line no-restricted-imports -- the one origin that the operator configured in S3_ENDPOINT
import { request, type Dispatcher } from 'undici';
import { requireHash, type BlobStore } from '@/provider/integrations/blobs/blob-store';

/** A bucket of any service that speaks the protocol of S3. */
export interface S3Settings {
  /** Origin of the service. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Until the response begins, and between two parts of its body. */
const timeoutMs = 30_000;
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const maxErrorBytes = 4_096;

/** The request to the object store failed; the message has the status and the code of the error. */
class ObjectStoreError extends Error {}

/**
 * Stores objects in a bucket, which is addressed by path, as every service supports it. The hash of an object is also
 * the hash of the body that the request signs, so that the service rejects content that was changed on its way.
 */
export function createS3Store(incoming: string, settings: S3Settings): BlobStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings;

  async function send(
    method: 'PUT' | 'GET' | 'DELETE',
    hash: string,
    content?: { file: string; size: number },
  ): Promise<Dispatcher.ResponseData> {
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${encodeURIComponent(bucket)}/blobs/${requireHash(hash)}`,
      headers: { 'x-amz-content-sha256': content ? hash : emptyHash },
      ...{ service: 's3', region, accessKeyId, secretAccessKey },
    });
    const { url, headers } = await signer.sign();
    return request(url, {
      method,
      headers: { ...Object.fromEntries(headers), ...(content && { 'content-length': String(content.size) }) },
      body: content ? createReadStream(content.file) : null,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }

  return {
    kind: 's3',
    incoming,

    async put({ hash, file, size }) {
      const response = await send('PUT', hash, { file, size });
      if (response.statusCode !== 200) throw await errorOf('PUT', response);
      await response.body.dump();
    },

    async get(hash) {
      const response = await send('GET', hash);
      if (response.statusCode === 200) return response.body;
      const error = await errorOf('GET', response);
      if (response.statusCode === 404 && !error.message.includes('NoSuchBucket')) return null;
      throw error;
    },

    async delete(hash) {
      const response = await send('DELETE', hash);
      const { statusCode } = response;
      if (statusCode === 204 || statusCode === 200) return response.body.dump();
      const error = await errorOf('DELETE', response);
      if (statusCode !== 404 || error.message.includes('NoSuchBucket')) throw error;
    },
  };
}

async function errorOf(method: string, { statusCode, body }: Dispatcher.ResponseData): Promise<Error> {
  let text = '';
  for await (const chunk of body as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    if (text.length > maxErrorBytes) break;
  }
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? 'no code';
  return new ObjectStoreError(`the object store returned ${statusCode} (${code}) to ${method}`);
}
