/** Provided by Next at build time; importing it from browser code fails the build. */
declare module 'server-only';

declare module 'addons-linter' {
  interface Message {
    readonly code: string;
    readonly file?: string;
  }
  const linter: {
    createInstance(options: { config: object; runAsBinary: boolean }): {
      run(): Promise<{ readonly errors: readonly Message[]; readonly warnings: readonly Message[] }>;
    };
  };
  export default linter;
}
