// The package has no types of its own.
declare module 'punycode.js' {
  const punycode: {
    /** Throws RangeError for what is no punycode. */
    readonly decode: (label: string) => string;
  };
  export default punycode;
}
