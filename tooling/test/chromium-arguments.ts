/** Arguments of Chromium for journeys and benchmarks. */
export const chromiumArguments: readonly string[] = [
  // Chromium has no sandbox for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  // Prevents requests to Google; journeys use this machine only.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
