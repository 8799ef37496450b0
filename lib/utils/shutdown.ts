/** Work to finish before the process ends, such as handing a job back to the queue. */
export type ShutdownHook = () => void | Promise<void>;

/**
 * The registry hangs on `globalThis`, because the server that runs the hooks and the code that registers them are
 * bundled apart and share no module.
 */
const REGISTRY = Symbol.for('markwell.shutdown');

interface Global {
  [REGISTRY]: Set<ShutdownHook> | undefined;
}

/** Registers a hook, and returns a function that takes it back. */
export function onShutdown(hook: ShutdownHook): () => void {
  const hooks = registry();
  hooks.add(hook);
  return () => hooks.delete(hook);
}

/**
 * Runs every hook once, the latest first, since it may depend on what earlier ones clean up.
 * A hook that fails does not keep the others from running.
 * @returns what the hooks threw
 */
export async function runShutdownHooks(): Promise<unknown[]> {
  const failures: unknown[] = [];
  const hooks = registry();
  for (const hook of [...hooks].reverse()) {
    hooks.delete(hook);
    try {
      await hook();
    } catch (failure) {
      failures.push(failure);
    }
  }
  return failures;
}

function registry(): Set<ShutdownHook> {
  return ((globalThis as unknown as Global)[REGISTRY] ??= new Set());
}
