export declare const SERVER: string;
export declare function ensureBuilt(): Promise<void>;
