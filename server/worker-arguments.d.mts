export declare const workerArguments: (program: string, ...args: string[]) => readonly string[];
