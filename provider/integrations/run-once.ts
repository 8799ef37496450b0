import type { IsolatedProgram } from '@/provider/integrations/isolated-program';

// Not imported, because the bundler would otherwise include the forked program.
const { fork } = process.getBuiltinModule('node:child_process');

interface RunLimits {
  /** Timeout for the start of the process, which takes a while on a busy machine. */
  readonly startMs: number;
  /** Timeout for the result, after the start. */
  readonly readMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the id of the process. */
  readonly onStart?: (pid: number | undefined) => void;
}

/**
 * Runs an isolated program on one input: its first message signals that it is ready for the input, the second one is the
 * result. Null if it crashes or exceeds a limit. The process has always ended when this returns.
 */
export async function runOnce<Result>(
  { file, execArgv }: IsolatedProgram,
  input: object,
  { startMs, readMs, signal, onStart }: RunLimits,
): Promise<Result | null> {
  const child = fork(file, {
    execArgv,
    env: { NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { promise, resolve } = Promise.withResolvers<Result | null>();
  const giveUp = () => resolve(null);
  let timer = setTimeout(giveUp, startMs);
  child.once('message', () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, readMs);
    child.once('message', (result) => resolve(result as Result | null));
    child.send(input, (error) => error && giveUp());
  });
  child.once('error', giveUp);
  child.once('exit', giveUp);
  onStart?.(child.pid);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
    child.kill('SIGKILL');
  }
}
