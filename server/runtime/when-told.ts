/**
 * Runs `stop` once when the process is told to end: by a signal, or by the end of the launcher that started it.
 * A second signal ends it at once; what is lost then, the next start recovers.
 */
export function whenTold(stop: () => Promise<void>, say: (line: string) => void): void {
  let stopping = false;
  const begin = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    if (signal === 'SIGINT') say('Stopping …');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        say(error instanceof Error ? error.message : String(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => begin(signal));
  process.once('disconnect', () => begin('disconnect'));
}
