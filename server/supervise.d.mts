export interface SupervisedProgram {
  /** As the subject of a log line, for example "The app". */
  name: string;
  command: string;
  args: readonly string[];
  /** That of this process by default. */
  env?: NodeJS.ProcessEnv;
  /** Receives a line for the operator after a crash. */
  report: (line: string) => void;
  /**
   * Whether this process continues without it: it is started again however it ended, and has its own process group.
   * By default false.
   */
  optional?: boolean;
}

export interface Supervision {
  /** Resolves with the exit code when the program was stopped or cannot be started. */
  ended: Promise<number>;
  /** Prevents further starts, and sends the signal to the program unless it is null. */
  stop(signal: NodeJS.Signals | null): void;
}

export declare function supervise(program: SupervisedProgram): Supervision;
