// Opens an encrypted bookmark with nothing but Node: see "The envelope" in docs/security.md.
//
//   node open-envelope.mjs <uuid of the account> <uuid of the bookmark> <envelope>
//
// and the passphrase as the first line of standard input, where no list of processes shows it.
import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [account = '', bookmark = '', envelope = ''] = process.argv.slice(2);
const passphrase = readFileSync(0, 'utf8').replace(/\r?\n[^]*$/, '');

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

const uuid = (text) => Buffer.from(text.replaceAll('-', ''), 'hex');
const bytes = Buffer.from(envelope.slice(4), 'base64url');
if (!envelope.startsWith('mw1.') || bytes.length < 52) refuse('this is no envelope');

const head = bytes.subarray(0, 24);
const [version, algorithm] = head;
const iterations = head.readUInt32BE(2);
const salt = head.subarray(6, 24);
const iv = bytes.subarray(24, 36);
const ciphertext = bytes.subarray(36, -16);
if (version !== 1 || algorithm !== 1) refuse('this envelope is of a later version');
if (iterations < 600_000 || iterations > 2_000_000) refuse('this number of iterations is not safe');

const key = pbkdf2Sync(passphrase.normalize('NFKC'), salt, iterations, 32, 'sha256');
const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
decipher.setAAD(Buffer.concat([Buffer.from('mw1'), head, uuid(account), uuid(bookmark)]));
decipher.setAuthTag(bytes.subarray(-16));
try {
  const text = Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  const { title, url, description, tags } = JSON.parse(text);
  process.stdout.write(`${JSON.stringify({ title, url, description, tags }, null, 2)}\n`);
} catch {
  refuse('wrong passphrase, or the envelope is damaged or belongs to another bookmark or account');
}
