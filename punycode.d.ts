// The package has no type declarations.
declare module 'punycode.js' {
  const punycode: {
    /** Throws RangeError for invalid Punycode. */
    readonly decode: (label: string) => string;
  };
  export default punycode;
}
