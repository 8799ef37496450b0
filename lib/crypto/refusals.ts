/** The browser gives no WebCrypto: the page came over plain http from another machine. */
export class CryptoUnavailable extends Error {
  constructor() {
    super('this browser gives no WebCrypto here');
    this.name = 'CryptoUnavailable';
  }
}

/** A head that is not taken: of another version or algorithm, or one that asks for too little or too much work. */
export class UnsafeParameters extends Error {
  constructor() {
    super('the parameters of this key are refused');
    this.name = 'UnsafeParameters';
  }
}

/** The key is not unlocked, or was locked while it was at work. */
export class KeyLocked extends Error {
  constructor() {
    super('the key is locked');
    this.name = 'KeyLocked';
  }
}

/** The worker that keeps the keys did not start, or broke; nothing was carried out. */
export class WorkerFailed extends Error {
  constructor() {
    super('the worker of the keys failed');
    this.name = 'WorkerFailed';
  }
}
