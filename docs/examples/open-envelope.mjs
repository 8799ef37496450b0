// Decrypts an encrypted bookmark with only Node: see "The envelope" in docs/security.md.
//
//   node open-envelope.mjs <uuid of the account> <uuid of the bookmark> <envelope>
//
// The passphrase is the first line of standard input, so that it is not visible in process lists.
import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [account = '', bookmark = '', envelope = ''] = process.argv.slice(2);
const passphrase = readFileSync(0, 'utf8').replace(/\r?\n[^]*$/, '');

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const uuid = (text) => Buffer.from(text.replaceAll('-', ''), 'hex');
const bytes = Buffer.from(envelope.slice(4), 'base64url');
if (!envelope.startsWith('mw1.') || bytes.length < 52) fail('not an envelope');

const head = bytes.subarray(0, 24);
const [version, algorithm] = head;
const iterations = head.readUInt32BE(2);
const salt = head.subarray(6, 24);
const iv = bytes.subarray(24, 36);
const ciphertext = bytes.subarray(36, -16);
if (version !== 1 || algorithm !== 1) fail('envelope of a later version');
if (iterations < 600_000 || iterations > 2_000_000) fail('unsafe number of iterations');

const key = pbkdf2Sync(passphrase.normalize('NFKC'), salt, iterations, 32, 'sha256');
const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
decipher.setAAD(Buffer.concat([Buffer.from('mw1'), head, uuid(account), uuid(bookmark)]));
decipher.setAuthTag(bytes.subarray(-16));
try {
  const text = Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  const { title, url, description, tags } = JSON.parse(text);
  process.stdout.write(`${JSON.stringify({ title, url, description, tags }, null, 2)}\n`);
} catch {
  fail('wrong passphrase, or the envelope is damaged or belongs to another bookmark or account');
}
