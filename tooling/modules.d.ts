/** Provided by Next at build time; importing it from browser code fails the build. */
declare module 'server-only';
