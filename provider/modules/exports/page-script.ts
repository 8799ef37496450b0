/**
 * The script of an exported page. It is included verbatim, so that users can verify how it handles the key; the
 * envelope format is described in docs/security.md. Content of bookmarks is only ever inserted as text.
 */
export const pageScript = String.raw`
// Opens the bookmarks of this page with their key. Nothing leaves this page: its content policy forbids every connection.

const find = (id) => document.getElementById(id);
const { account, words, bookmarks } = JSON.parse(find('data').textContent);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
const shownRows = 500;

// --- Envelopes: "mw1." and base64url of head (24 bytes), IV (12), ciphertext and tag ---

const keyOf = ({ cipher }) => cipher.slice(4, 36);
const utf8 = (text) => new TextEncoder().encode(text);

function fromBase64url(text) {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}

function uuidBytes(uuid) {
  return Uint8Array.from(uuid.replaceAll('-', '').match(/../g), (digits) => parseInt(digits, 16));
}

function join(...parts) {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

// The key that a passphrase and the head of an envelope make; null where the head asks for something else.
async function deriveKey(passphrase, id) {
  const head = fromBase64url(id);
  const iterations = new DataView(head.buffer).getUint32(2);
  if (head[0] !== 1 || head[1] !== 1 || iterations < 600000 || iterations > 2000000) return null;
  const typed = utf8(passphrase.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  const way = { name: 'PBKDF2', hash: 'SHA-256', salt: head.slice(6), iterations };
  return crypto.subtle.deriveKey(way, material, { name: 'AES-GCM', length: 256 }, false, ['decrypt']);
}

// What an envelope hides, or null where this key does not open it.
async function openEnvelope(key, { uuid, cipher }) {
  try {
    const bytes = fromBase64url(cipher.slice(4));
    const additionalData = join(utf8('mw1'), bytes.slice(0, 24), uuidBytes(account), uuidBytes(uuid));
    const way = { name: 'AES-GCM', iv: bytes.slice(24, 36), additionalData };
    const text = new TextDecoder().decode(await crypto.subtle.decrypt(way, key, bytes.slice(36)));
    const { title, url, description, tags } = JSON.parse(text);
    return { title: String(title), url: String(url), description: String(description), tags: String(tags) };
  } catch {
    return null;
  }
}

// --- What is open ---

const keys = new Map();
for (const bookmark of bookmarks) {
  const id = keyOf(bookmark);
  if (!keys.has(id)) keys.set(id, []);
  keys.get(id).push(bookmark);
}
const opened = [];
let damaged = 0;

// Tries the passphrase on every key that is still closed; opens all of a key where it fits.
async function open(passphrase) {
  let isRight = false;
  for (const [id, closed] of [...keys]) {
    const key = await deriveKey(passphrase, id).catch(() => null);
    if (key === null) continue;
    const secrets = [];
    for (const bookmark of closed) {
      const secret = await openEnvelope(key, bookmark);
      // The wrong key opens nothing: three envelopes are enough to tell.
      if (secret === null && secrets.length === 2 && secrets.every((one) => one === null)) break;
      secrets.push(secret);
    }
    if (secrets.every((secret) => secret === null)) continue;
    isRight = true;
    keys.delete(id);
    for (const [at, secret] of secrets.entries()) {
      if (secret === null) damaged += 1;
      else opened.push({ ...closed[at], ...secret, words: wordsOf({ ...closed[at], ...secret }) });
    }
  }
  return isRight;
}

// --- What is shown ---

const fold = (text) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

// An address with its percent-encoded letters decoded. Spaces, control characters and ASCII stay encoded.
function readable(url) {
  return url.replace(/%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3}/gi, (escaped) => {
    try {
      const letter = decodeURIComponent(escaped);
      return /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(letter) ? escaped : letter;
    } catch {
      return escaped;
    }
  });
}

function wordsOf({ title, url, description, tags, collections }) {
  return fold([title, readable(url), description, tags, ...collections].join(' '));
}

function isWeb(url) {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}

const scripts = ['javascript:', 'vbscript:', 'data:', 'blob:', 'filesystem:'];

function isScript(url) {
  try {
    return scripts.includes(new URL(url).protocol);
  } catch {
    return false;
  }
}

function element(name, text, properties = {}) {
  const made = Object.assign(document.createElement(name), properties);
  made.textContent = text;
  return made;
}

function rowOf({ title, url, description, tags, collections, createdAt }) {
  const row = element('li', '');
  const name = title.trim() === '' ? readable(url) : title;
  const link = { href: url, target: '_blank', rel: 'noopener noreferrer' };
  row.append(isWeb(url) ? element('a', name, link) : element('span', name));
  row.append(element('div', readable(url), { className: 'url' }));
  if (description !== '') row.append(element('div', description));
  const { lang } = document.documentElement;
  const day = new Date(createdAt).toLocaleDateString(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'medium' });
  const facts = [day, collections.join(', '), tags.split(',').filter(Boolean).join(', ')];
  row.append(element('div', facts.filter((fact) => fact !== '').join(' · '), { className: 'facts' }));
  return row;
}

function showList() {
  const wanted = fold(find('search').value).split(/\s+/).filter(Boolean);
  const found = opened.filter((bookmark) => wanted.every((word) => bookmark.words.includes(word)));
  find('list').replaceChildren(...found.slice(0, shownRows).map(rowOf));
  const rest = found.length - shownRows;
  find('rest').textContent = rest > 0 ? fill(words.more, { count: rest }) : found.length > 0 ? '' : words.nothingFound;
}

function show(message) {
  const lines = [message, opened.length > 0 && fill(words.opened, { opened: opened.length, total: bookmarks.length })];
  if (damaged > 0) lines.push(fill(words.damaged, { count: damaged }));
  find('status').textContent = lines.filter(Boolean).join(' · ');
  find('unlock').hidden = keys.size === 0;
  find('opened').hidden = opened.length === 0;
  const hints = new Set([...keys.values()].flatMap((closed) => closed.map(({ hint }) => hint)).filter(Boolean));
  find('hints').replaceChildren(...[...hints].map((hint) => element('li', fill(words.hint, { hint }))));
}

// --- A bookmark file ---

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => text.replace(/[&<>"]/g, (letter) => escapes[letter]).replace(/[\r\n]+/g, ' ');

function entryOf({ title, url, description, tags, createdAt }) {
  const added = Math.floor(Date.parse(createdAt) / 1000);
  const link = isScript(url) ? 'HREF="" MARKWELL_URL="' : 'HREF="';
  const line = '<DT><A ' + link + escape(url) + '" ADD_DATE="' + added + '" TAGS="' + escape(tags) + '">' + escape(title) + '</A>\n';
  return description === '' ? line : line + '<DD>' + escape(description) + '\n';
}

function bookmarkFile() {
  const folders = new Map();
  for (const bookmark of opened) {
    for (const name of bookmark.collections.length > 0 ? bookmark.collections : ['']) {
      folders.set(name, (folders.get(name) ?? '') + entryOf(bookmark));
    }
  }
  const parts = [...folders].map(([name, entries]) =>
    name === '' ? entries : '<DT><H3>' + escape(name) + '</H3>\n<DL><p>\n' + entries + '</DL><p>\n',
  );
  const head = '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n';
  return '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n' + head + '<H1>Bookmarks</H1>\n<DL><p>\n' + parts.join('') + '</DL><p>\n';
}

function save() {
  const href = URL.createObjectURL(new Blob([bookmarkFile()], { type: 'text/html' }));
  const link = element('a', '', { href, download: words.fileName });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

// --- What the reader does ---

async function unlock(event) {
  event.preventDefault();
  const field = find('key');
  const passphrase = field.value;
  if (passphrase === '') return show(words.enterKey);
  const button = find('open');
  button.disabled = true;
  find('status').textContent = words.opening;
  const isRight = await open(passphrase);
  button.disabled = false;
  if (isRight) field.value = '';
  show(isRight ? '' : words.wrongKey);
  showList();
  find(keys.size === 0 ? 'search' : 'key').focus();
}

find('unlock').addEventListener('submit', unlock);
find('search').addEventListener('input', showList);
find('save').addEventListener('click', save);
const isAble = globalThis.crypto?.subtle !== undefined;
show(bookmarks.length === 0 ? words.empty : isAble ? '' : words.unavailable);
if (!isAble) find('unlock').hidden = true;
`;
