/** Whether the browser gives cryptography to this page: not over plain http from another machine. */
export const hasCrypto = (): boolean =>
  (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined;
