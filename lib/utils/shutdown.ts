/** Work to finish before the process exits, such as returning a job to the queue. */
export type ShutdownHook = () => void | Promise<void>;

/**
 * Key of the registry on `globalThis`. It is global because the server that runs the hooks and the code that registers
 * them are bundled separately and share no module.
 */
const REGISTRY = Symbol.for('markwell.shutdown');

interface Global {
  [REGISTRY]: Set<ShutdownHook> | undefined;
}

/** Registers a hook and returns a function that removes it. */
export function onShutdown(hook: ShutdownHook): () => void {
  const hooks = registry();
  hooks.add(hook);
  return () => hooks.delete(hook);
}

/**
 * Runs every hook once, in reverse order of registration, since a hook may depend on what earlier ones clean up.
 * A failing hook does not prevent the others from running.
 * @returns the errors thrown by hooks
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
