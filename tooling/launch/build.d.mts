export declare const SERVER: string;
export declare const SERVER_FLAGS: readonly string[];
export declare function ensureBuilt(): Promise<void>;
