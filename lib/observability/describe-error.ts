/** Returns the system or database code of an error, such as ECONNREFUSED or 23505. */
export const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Yields an error and its causes, outermost first; at most eight. */
export function* causesOf(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    yield current;
    current = current.cause;
  }
}

// Data exceptions of PostgreSQL (class 22) quote the value.
const messageOf = (error: Error): string =>
  codeOf(error)?.startsWith('22') ? 'data exception' : error.message;

/** Fields of an error for the log, without statement parameters or row values, which are user data. */
export function describeError(error: unknown): Record<string, unknown> {
  const chain = [...causesOf(error)];
  const root = chain.at(-1);
  if (!root) return { name: typeof error };
  const frames = (chain[0]?.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { name: root.name, code: codeOf(root), message: messageOf(root), stack: frames.join('\n') };
}
