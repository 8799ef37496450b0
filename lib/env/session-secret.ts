import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ensureDataDir } from './data-dir';

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
