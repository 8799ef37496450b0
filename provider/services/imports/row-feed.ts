/** The file that a merge follows is refused, or did not arrive whole. */
export class FeedBroken extends Error {}

/**
 * How many rows of a file are staged so far. The merge follows it from the first row on, while the rest of the file is
 * still on its way, so that the database works while the file is read.
 */
export class RowFeed implements AsyncIterable<number> {
  private count = 0;
  private isOver = false;
  private isBroken = false;
  private wake: () => void = () => undefined;

  /** The feed of a file that is staged already. */
  static complete(count: number): RowFeed {
    const feed = new RowFeed();
    feed.advance(count);
    feed.end();
    return feed;
  }

  /** All rows below `count` are staged. */
  advance(count: number): void {
    this.count = count;
    this.wake();
  }

  /** The file is complete and accepted. */
  end(): void {
    this.isOver = true;
    this.wake();
  }

  /** There will be no more: whoever follows throws FeedBroken. */
  break(): void {
    this.isBroken = true;
    this.wake();
  }

  /** Counts that grow, each as soon as it is known; the last one is the length of the file. For one reader. */
  async *[Symbol.asyncIterator](): AsyncGenerator<number, void, undefined> {
    let told = 0;
    for (;;) {
      if (this.isBroken) throw new FeedBroken();
      if (this.count > told) {
        told = this.count;
        yield told;
      } else if (this.isOver) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
