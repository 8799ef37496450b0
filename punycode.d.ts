// The package has no types of its own.
declare module 'punycode.js' {
  /** Throws RangeError for what is no punycode. */
  export function decode(label: string): string;
}
