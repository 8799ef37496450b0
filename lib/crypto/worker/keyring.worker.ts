import { createRing } from '@/lib/crypto/core/ring';
import { answering } from '@/lib/crypto/worker/message-handler';

const answer = answering(createRing());

globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  void answer(data).then((given) => given && globalThis.postMessage(given));
});
