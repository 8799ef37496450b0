import { randomBytes } from 'node:crypto';
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

const MIN_LENGTH = 32;
const MIN_DISTINCT = 10;
const PLACEHOLDERS = /change.?me|replace.?(?:me|this)|your.?secret|default|example|password|placeholder/i;

/** Why a secret cannot be used, or null. */
export function checkSessionSecret(secret: string): string | null {
  if (secret.length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`;
  if (PLACEHOLDERS.test(secret)) return 'must not be a placeholder; make one with: openssl rand -base64 32';
  if (new Set(secret).size < MIN_DISTINCT) return 'must be random; make one with: openssl rand -base64 32';
  return null;
}

/** The secret in DATA_DIR/secret, made at the first call; only the owner may read it. */
export function storedSessionSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret');
  ensureDataDir(dataDir);
  if (!fs.existsSync(file)) makeSecret(file);
  const secret = fs.readFileSync(file, 'utf8').trim();
  if (checkSessionSecret(secret) !== null) {
    throw new Error(`${file} is damaged. Restore it, or remove it: everybody then has to sign in again.`);
  }
  return secret;
}

/** Written under another name and linked, so that a second process never reads half of it, nor replaces it. */
function makeSecret(file: string): void {
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
