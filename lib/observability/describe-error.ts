/** The code that the system or the database gave an error, such as ECONNREFUSED or 23505. */
export const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** An error and what caused it, outermost first. */
export function* causesOf(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    yield current;
    current = current.cause;
  }
}

// Complaints of the database about a value (class 22) quote the value.
const messageOf = (error: Error): string =>
  codeOf(error)?.startsWith('22') ? 'data exception' : error.message;

/** What is logged of an error: never the statement's parameters or a row's values, which are the reader's data. */
export function describeError(error: unknown): Record<string, unknown> {
  const chain = [...causesOf(error)];
  const root = chain.at(-1);
  if (!root) return { name: typeof error };
  const frames = (chain[0]?.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { name: root.name, code: codeOf(root), message: messageOf(root), stack: frames.join('\n') };
}
