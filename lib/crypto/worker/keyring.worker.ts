import { createRing } from '@/lib/crypto/core/ring';
import { createMessageHandler } from '@/lib/crypto/worker/message-handler';

const handleMessage = createMessageHandler(createRing());

globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  void handleMessage(data).then((response) => response && globalThis.postMessage(response));
});
