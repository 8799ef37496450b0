/**
 * Node arguments that start the worker. It reads and writes in batches, so its heap is smaller than that of the app, and
 * a small young generation keeps the memory of an idle worker low.
 * @param {string} program the worker, or what runs it
 * @param {...string} args
 */
export const workerArguments = (program, ...args) => [
  '--max-old-space-size=160',
  '--max-semi-space-size=4',
  program,
  ...args,
];
