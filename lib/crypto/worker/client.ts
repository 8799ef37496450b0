import { KeyLocked, UnsafeParameters, WorkerFailed } from '@/lib/crypto/refusals';
import {
  readResponse,
  type CallName,
  type CallResponse,
  type Calls,
  type Failure,
} from '@/lib/crypto/worker/protocol';

/** The part of the `Worker` interface that the client uses. */
export interface WorkerLine {
  postMessage: (message: unknown) => void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onerror: ((event: never) => void) | null;
  terminate: () => void;
}

/** Sends calls to a worker. */
export interface Client {
  readonly ask: <Name extends CallName>(
    call: Name,
    params: Calls[Name]['params'],
  ) => Promise<Calls[Name]['result']>;
  /** Terminates the worker; pending calls reject with `KeyLocked`. */
  readonly end: () => void;
}

interface PendingCall {
  readonly resolve: (result: Calls[CallName]['result']) => void;
  readonly reject: (error: Error) => void;
}

/** Creates the client of a worker. `onFailure` is called when the worker fails; the client is unusable afterwards. */
export function createClient(worker: WorkerLine, account: string, onFailure: () => void): Client {
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  const stop = (error: Error): void => {
    worker.terminate();
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  worker.onmessage = ({ data }) => {
    const response = readResponse(data);
    if (response) settle(response, pending);
  };
  worker.onerror = () => {
    stop(new WorkerFailed());
    onFailure();
  };
  return {
    ask: (call, params) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        pending.set(lastId, { resolve, reject });
        worker.postMessage({ call, id: lastId, account, ...params });
      }),
    end: () => stop(new KeyLocked()),
  };
}

function settle(response: CallResponse, pending: Map<number, PendingCall>): void {
  const call = pending.get(response.id);
  pending.delete(response.id);
  if ('result' in response) call?.resolve(response.result);
  else call?.reject(errorOf(response.failure));
}

function errorOf(failure: Failure): Error {
  if (failure === 'unsafe') return new UnsafeParameters();
  return failure === 'locked' ? new KeyLocked() : new WorkerFailed();
}
