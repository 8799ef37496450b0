/** How Chromium is started wherever pages are tried or measured in it. */
export const chromiumArguments: readonly string[] = [
  // Chromium has no sandbox for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // It would look up its maker's hosts; the journeys visit this machine only.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
