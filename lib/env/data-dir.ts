import fs from 'node:fs';

/**
 * Makes DATA_DIR when it is missing. It is closed to others; as root they may pass through it (and see nothing),
 * because the embedded database then runs as another user in a folder inside.
 */
export function ensureDataDir(dataDir: string): void {
  if (fs.existsSync(dataDir)) return;
  fs.mkdirSync(dataDir, { recursive: true });
  fs.chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}
