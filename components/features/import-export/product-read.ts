import type { Input } from '@/lib/contract';
import { ApiProblem } from '@/lib/api/problem';
import type { CallFunction } from '@/lib/api/request';

export type Product = Input<'bookmarks.readProduct'>['body']['product'];

/** Why reading stopped: the product refuses the token, does not answer, or this device has no network. */
export type ProductRefusal = 'PRODUCT_TOKEN_INVALID' | 'UPSTREAM_UNAVAILABLE' | 'OFFLINE' | 'UNKNOWN';

export interface ProductProgress {
  /** Number of bookmarks read so far; null for a product that sends all at once. */
  readonly count: number | null;
  /** Seconds until the product may be asked again; null while it is being read. */
  readonly waitSeconds: number | null;
}

export interface ProductDeps {
  readonly call: CallFunction;
  /** Waits; rejects when aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Bookmarks of a page of Raindrop.io; a shorter one is the last. */
const pageSize = 50;
const collectionParts = 2;
const defaultWaitSeconds = 60;

/**
 * Reads a library from another product, part by part, with a token that exists only here and in each request. What was
 * read is kept when it is interrupted, so that `read` continues where it stopped.
 */
export class ProductRead {
  private readonly collections: unknown[] = [];
  private readonly items: unknown[] = [];
  private part = 0;

  constructor(
    private readonly product: Product,
    private readonly token: string,
    private readonly deps: ProductDeps,
  ) {}

  /** Whether something was read before an interruption. */
  get hasBegun(): boolean {
    return this.part > 0;
  }

  /** Returns the library as a file. Rejects with the problem of the call, or when aborted. */
  async read(signal: AbortSignal, onProgress: (progress: ProductProgress) => void): Promise<File> {
    if (this.product === 'pinboard') {
      onProgress({ count: null, waitSeconds: null });
      return new File([await this.readPart(signal, onProgress)], 'pinboard.json', {
        type: 'application/json',
      });
    }
    for (;;) {
      onProgress({ count: this.items.length, waitSeconds: null });
      const text = await (await this.readPart(signal, onProgress)).text();
      const { items = [] } = JSON.parse(text) as { items?: unknown[] };
      const list = this.part < collectionParts ? this.collections : this.items;
      list.push(...items);
      this.part += 1;
      if (this.part > collectionParts && items.length < pageSize) return this.asFile();
    }
  }

  /** The pages begin with the oldest bookmark, so that one that is saved meanwhile moves no other; a file with the newest. */
  private asFile(): File {
    const text = JSON.stringify({ collections: this.collections, items: this.items.toReversed() });
    return new File([text], 'raindrop.json', { type: 'application/json' });
  }

  private async readPart(
    signal: AbortSignal,
    onProgress: (progress: ProductProgress) => void,
  ): Promise<Blob> {
    for (;;) {
      try {
        const { product, token, part } = this;
        const response = await this.deps.call(
          'bookmarks.readProduct',
          { body: { product, token, part } },
          { signal },
        );
        return await response.blob();
      } catch (failure) {
        const waitSeconds = waitOf(failure);
        if (waitSeconds === null) throw failure;
        onProgress({ count: this.product === 'pinboard' ? null : this.items.length, waitSeconds });
        await this.deps.wait(waitSeconds * 1_000, signal);
      }
    }
  }
}

/** Returns how long to wait if the product or the service limits the rate of requests; null for other failures. */
function waitOf(failure: unknown): number | null {
  if (!(failure instanceof ApiProblem)) return null;
  if (failure.code === 'RATE_LIMITED') return defaultWaitSeconds;
  return failure.code === 'PRODUCT_BUSY' ? Number(failure.extra['seconds'] ?? defaultWaitSeconds) : null;
}

/** Returns why reading stopped. */
export function productRefusalOf(failure: unknown): ProductRefusal {
  if (!(failure instanceof ApiProblem)) return 'OFFLINE';
  const { code } = failure;
  return code === 'PRODUCT_TOKEN_INVALID' || code === 'UPSTREAM_UNAVAILABLE' ? code : 'UNKNOWN';
}
