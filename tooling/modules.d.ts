/** Provided by Next at build time; importing it fails the build of anything that a browser loads. */
declare module 'server-only';
