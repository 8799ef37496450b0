import type { Ring } from '@/lib/crypto/core/ring';
import { KeyLocked, UnsafeParameters } from '@/lib/crypto/refusals';
import {
  readCall,
  type CallResponse,
  type Call,
  type CallName,
  type Calls,
  type Failure,
} from '@/lib/crypto/worker/protocol';

/** Returns the worker's message handler: it resolves to the response, or to null for a message that is not a call. */
export const createMessageHandler =
  (ring: Ring) =>
  async (message: unknown): Promise<CallResponse | null> => {
    const call = readCall(message);
    if (!call) return null;
    try {
      return { id: call.id, result: await execute(ring, call) };
    } catch (error) {
      return { id: call.id, failure: failureOf(error) };
    }
  };

function execute(ring: Ring, call: Call): Promise<Calls[CallName]['result']> {
  switch (call.call) {
    case 'unlock':
      return ring.unlock(call.account, call.passphrase, call.key, call.samples);
    case 'create':
      return ring.create(call.passphrase);
    case 'encrypt':
      return ring.encrypt(call.account, call.key, call.items);
    case 'decrypt':
      return ring.decrypt(call.account, call.items);
  }
}

/** Returns only the kind of an error: its message could contain secrets. */
function failureOf(error: unknown): Failure {
  if (error instanceof UnsafeParameters) return 'unsafe';
  return error instanceof KeyLocked ? 'locked' : 'failed';
}
