/** A passphrase that was to be one of the keys in use is none. */
export class WrongKey extends Error {
  constructor() {
    super('the passphrase fits no key in use');
    this.name = 'WrongKey';
  }
}

/** Shortest passphrase that a new key is made from, in characters as people count them. */
export const newKeyLength = 12;

/** Too short for a new key; those in use may be of any length. */
export class KeyTooShort extends Error {
  constructor() {
    super('a new key needs a longer passphrase');
    this.name = 'KeyTooShort';
  }
}
