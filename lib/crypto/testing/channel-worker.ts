import { createRing } from '@/lib/crypto/core/ring';
import { createMessageHandler } from '@/lib/crypto/worker/message-handler';
import type { WorkerLine } from '@/lib/crypto/worker/client';

/** A fake worker: runs the worker's handler at the other end of a message channel. */
export class ChannelWorker implements WorkerLine {
  static running = 0;
  /** Number of items in each message that the worker received. */
  static readonly pieces: number[] = [];
  readonly #channel = new MessageChannel();
  onerror: WorkerLine['onerror'] = null;

  constructor() {
    ChannelWorker.running += 1;
    const handleMessage = createMessageHandler(createRing());
    this.#channel.port2.onmessage = ({ data }: MessageEvent<{ items?: unknown[] }>) => {
      if (data.items) ChannelWorker.pieces.push(data.items.length);
      void handleMessage(data).then((result) => result && this.#channel.port2.postMessage(result));
    };
  }

  get onmessage(): WorkerLine['onmessage'] {
    return this.#channel.port1.onmessage;
  }

  set onmessage(listener: WorkerLine['onmessage']) {
    this.#channel.port1.onmessage = listener;
  }

  postMessage(message: unknown): void {
    this.#channel.port1.postMessage(message);
  }

  terminate(): void {
    ChannelWorker.running -= 1;
    this.#channel.port1.close();
  }
}
