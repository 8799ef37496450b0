import { KeyLocked, UnsafeParameters, WorkerFailed } from '@/lib/crypto/refusals';
import {
  readAnswer,
  type Answer,
  type CallName,
  type Calls,
  type Failure,
} from '@/lib/crypto/worker/protocol';

/** As much of a worker as is needed here. */
export interface WorkerLine {
  postMessage: (message: unknown) => void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onerror: ((event: never) => void) | null;
  terminate: () => void;
}

/** A worker that is asked by calls. */
export interface Client {
  readonly ask: <Name extends CallName>(
    call: Name,
    asks: Calls[Name]['asks'],
  ) => Promise<Calls[Name]['gives']>;
  /** Ends the worker; what is still being asked rejects with `KeyLocked`. */
  readonly end: () => void;
}

interface Waiting {
  readonly give: (gives: Calls[CallName]['gives']) => void;
  readonly refuse: (error: Error) => void;
}

/** `onFailure` is called when the worker fails: it cannot be used any more. */
export function createClient(worker: WorkerLine, account: string, onFailure: () => void): Client {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  const stop = (error: Error): void => {
    worker.terminate();
    for (const { refuse } of waiting.values()) refuse(error);
    waiting.clear();
  };
  worker.onmessage = ({ data }) => {
    const answer = readAnswer(data);
    if (answer) settle(answer, waiting);
  };
  worker.onerror = () => {
    stop(new WorkerFailed());
    onFailure();
  };
  return {
    ask: (call, asks) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { give: resolve, refuse: reject });
        worker.postMessage({ call, id: asked, account, ...asks });
      }),
    end: () => stop(new KeyLocked()),
  };
}

function settle(answer: Answer, waiting: Map<number, Waiting>): void {
  const call = waiting.get(answer.id);
  waiting.delete(answer.id);
  if ('gives' in answer) call?.give(answer.gives);
  else call?.refuse(errorOf(answer.failure));
}

function errorOf(failure: Failure): Error {
  if (failure === 'unsafe') return new UnsafeParameters();
  return failure === 'locked' ? new KeyLocked() : new WorkerFailed();
}
