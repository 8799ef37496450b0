import fs from 'node:fs';
import path from 'node:path';

/**
 * Creates DATA_DIR if it is missing, and checks that it can be written to. It is accessible to the owner only; as root,
 * others may pass through it, because the embedded database then runs as another user in a folder inside.
 * @throws with one line for the operator when DATA_DIR cannot be used
 */
export function ensureDataDir(dataDir: string): void {
  try {
    if (!fs.existsSync(dataDir)) {
      createFolder(dataDir);
      fs.chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    // Permissions do not tell everything: root may write anywhere, but not on a read-only file system.
    fs.rmdirSync(fs.mkdtempSync(path.join(dataDir, '.write-test-')));
  } catch (error) {
    throw new Error(`DATA_DIR cannot be used: ${describe(error as NodeJS.ErrnoException, dataDir)}`);
  }
}

/** `mkdir` with `recursive` never returns where the system refuses new folders with ENOENT, as in /proc. */
function createFolder(folder: string): void {
  const parent = path.dirname(folder);
  if (!fs.existsSync(parent)) createFolder(parent);
  fs.mkdirSync(folder);
}

function describe({ code, message }: NodeJS.ErrnoException, dataDir: string): string {
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${dataDir} is not a folder.`;
  if (code === 'EROFS') return `${dataDir} is on a read-only file system.`;
  if (code === 'EACCES' || code === 'EPERM') return `${dataDir} is not writable for this user.`;
  if (code === 'ENOSPC') return `the disk of ${dataDir} is full.`;
  if (code === 'ENOENT') return `${dataDir} cannot be created.`;
  return message;
}
