import { createRing } from '@/lib/crypto/core/ring';
import { createMessageHandler } from '@/lib/crypto/worker/message-handler';
import type { WorkerLine } from '@/lib/crypto/worker/client';

/** Runs the keyring worker in the test process, without a thread. */
export function startLocalWorker(): WorkerLine {
  const handleMessage = createMessageHandler(createRing());
  const line: WorkerLine = {
    onmessage: null,
    onerror: null,
    postMessage: (message) =>
      void handleMessage(structuredClone(message)).then((data) => {
        if (data !== null) line.onmessage?.({ data } as MessageEvent);
      }),
    terminate: () => {
      line.onmessage = null;
    },
  };
  return line;
}
