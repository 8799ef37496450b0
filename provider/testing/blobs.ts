import { buffer } from 'node:stream/consumers';
import { inTransaction } from '@/provider/db/transaction';
import { addReferences, storeBlob, type BlobUse, type StoredBlob } from '@/provider/modules/blobs/blobs';
import type { TestProvider } from '@/provider/testing/test-provider';

type Deps = TestProvider['deps'];

const options = { contentType: 'text/plain', maxBytes: 1_000_000 };

/** Stores a text that nothing refers to. */
export const storeText = (deps: Deps, text: string): Promise<StoredBlob> =>
  storeBlob(deps, [Buffer.from(text)], options);

/** Stores a text with a reference of a bookmark. */
export async function attachText(deps: Deps, use: BlobUse, text: string): Promise<StoredBlob> {
  const blob = await storeText(deps, text);
  await inTransaction(deps.db, (tx) => addReferences(tx, [{ use, blob }], deps.clock()));
  return blob;
}

/** Returns a stored text; null if its object does not exist. */
export async function textOf({ blobs }: Deps, hash: string): Promise<string | null> {
  const content = await blobs.get(hash);
  return content && (await buffer(content)).toString();
}
