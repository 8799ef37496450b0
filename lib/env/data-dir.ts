import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Creates DATA_DIR if it is missing, and checks that it is writable. Only the owner has access; when running as root,
 * others may traverse it, because the embedded database then runs as another user in a subfolder.
 * @throws an error with a one-line message for the operator if DATA_DIR cannot be used
 */
export function ensureDataDir(dataDir: string): void {
  try {
    if (!fs.existsSync(dataDir)) {
      createFolder(dataDir);
      fs.chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    // Permissions are not sufficient: root may write anywhere, but not on a read-only file system.
    fs.rmdirSync(fs.mkdtempSync(path.join(dataDir, '.write-test-')));
  } catch (error) {
    throw new Error(`DATA_DIR cannot be used: ${describe(error as NodeJS.ErrnoException, dataDir)}`);
  }
}

/** Creates a folder and its parents. `mkdir` with `recursive` loops if the system reports ENOENT, as in /proc. */
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

const MIN_LENGTH = 32;
const MIN_DISTINCT = 10;
const PLACEHOLDERS = /change.?me|replace.?(?:me|this)|your.?secret|default|example|password|placeholder/i;

/** Returns the reason why a secret cannot be used; null if it can. */
export function checkSessionSecret(secret: string): string | null {
  if (secret.length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`;
  if (PLACEHOLDERS.test(secret)) return 'must not be a placeholder; make one with: openssl rand -base64 32';
  if (new Set(secret).size < MIN_DISTINCT) return 'must be random; make one with: openssl rand -base64 32';
  return null;
}

/** Returns the secret in DATA_DIR/secret; generated on the first call, readable only by the owner. */
export function storedSessionSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  ensureDataDir(dataDir);
  if (!fs.existsSync(file)) createSecret(file);
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (checkSessionSecret(secret) !== null) {
    throw new Error(`${file} is damaged. Restore it, or remove it: all users then have to sign in again.`);
  }
  return secret;
}

/** Writes a temporary file and links it, so that no process reads a partial secret or replaces an existing one. */
function createSecret(file: string): void {
  const partial = `${file}.${process.pid}`;
  fs.writeFileSync(partial, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    fs.linkSync(partial, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(partial);
  }
}
