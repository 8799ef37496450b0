import { say } from './say';

/** Runs a program's body; what it throws becomes one line and a failed exit. */
export async function runProgram(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
