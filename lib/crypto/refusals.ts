/** WebCrypto is unavailable: the page was loaded over plain http from another host. */
export class CryptoUnavailable extends Error {
  constructor() {
    super('this browser gives no WebCrypto here');
    this.name = 'CryptoUnavailable';
  }
}

/** The header has an unsupported version or algorithm, or too few or too many iterations. */
export class UnsafeParameters extends Error {
  constructor() {
    super('the parameters of this key are refused');
    this.name = 'UnsafeParameters';
  }
}

/** The key is not unlocked, or was locked during the operation. */
export class KeyLocked extends Error {
  constructor() {
    super('the key is locked');
    this.name = 'KeyLocked';
  }
}

/** The worker that holds the keys did not start or failed; nothing was executed. */
export class WorkerFailed extends Error {
  constructor() {
    super('the worker of the keys failed');
    this.name = 'WorkerFailed';
  }
}
