/** Anything that takes memory. */
interface Sized {
  /** Bytes. */
  readonly size: number;
}

/** Pages by their key, in so many bytes; those that were not asked for the longest make room for new ones. */
export class PageMemory<T extends Sized> {
  readonly #pages = new Map<string, T>();
  #bytes = 0;

  constructor(readonly maxBytes: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): T | undefined {
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  set(key: string, page: T): void {
    this.delete(key);
    if (page.size > this.maxBytes) return;
    this.#pages.set(key, page);
    this.#bytes += page.size;
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const page = this.#pages.get(key);
    if (page === undefined) return;
    this.#pages.delete(key);
    this.#bytes -= page.size;
  }
}
