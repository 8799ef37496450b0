export declare const serverArguments: readonly string[];
export declare const serverEnv: Readonly<Record<string, string>>;
export declare function ensureBuilt(): Promise<void>;
