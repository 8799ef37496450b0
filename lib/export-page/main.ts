import { entryOf } from '@/lib/bookmark/merge';
import { isLiveUrl } from '@/lib/domain/live-url';
import { dateLocale } from '@/lib/domain/locale';
import { writeNetscape, type WrittenItem } from '@/lib/formats/netscape/write';
import { readableUrl } from '@/lib/domain/readable-path';
import { parseTags } from '@/lib/domain/tags';
import { createLibrary, type LockedBookmark, type UnlockedBookmark } from '@/lib/export-page/library';

// The script of an exported page, which decrypts the bookmarks in it with their key. Nothing leaves the page: its
// content policy forbids every connection. Content of bookmarks is only ever inserted as text.

type Words = Record<
  | 'hint'
  | 'enterKey'
  | 'unlocking'
  | 'wrongKey'
  | 'unlocked'
  | 'damaged'
  | 'nothingFound'
  | 'more'
  | 'fileName'
  | 'empty'
  | 'unavailable',
  string
>;

interface PageData {
  readonly account: string;
  readonly words: Words;
  readonly bookmarks: readonly LockedBookmark[];
}

/** Maximum number of rows in the document. */
const shownRows = 500;

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

const { account, words, bookmarks } = JSON.parse(find('data').textContent) as PageData;
const library = createLibrary(account, bookmarks);
const field = find('key') as HTMLInputElement;
const search = find('search') as HTMLInputElement;
const submit = find('submit') as HTMLButtonElement;

const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  const created = Object.assign(document.createElement(name), { dir: 'auto' }, properties);
  created.textContent = text;
  return created;
}

function rowOf({ title, url, description, tags, collections, createdAt }: UnlockedBookmark): HTMLLIElement {
  const row = element('li', '', { dir: '' });
  const name = title.trim() === '' ? readableUrl(url) : title;
  const link = { href: url, target: '_blank', rel: 'noopener noreferrer' };
  row.append(isLiveUrl(url) ? element('a', name, link) : element('span', name));
  row.append(element('div', readableUrl(url), { className: 'url' }));
  if (description !== '') row.append(element('div', description));
  const locale = dateLocale(document.documentElement.lang === 'pt-BR' ? 'pt-BR' : 'en');
  const day = new Date(createdAt).toLocaleDateString(locale, { dateStyle: 'medium' });
  const facts = [day, collections.join(', '), parseTags(tags).join(', ')];
  row.append(element('div', facts.filter((fact) => fact !== '').join(' · '), { className: 'facts' }));
  return row;
}

function showList(): void {
  const found = library.search(search.value);
  find('list').replaceChildren(...found.slice(0, shownRows).map(rowOf));
  const more = found.length - shownRows;
  find('rest').textContent =
    more > 0 ? fill(words.more, { count: more }) : found.length > 0 ? '' : words.nothingFound;
}

function showStatus(message: string): void {
  const unlocked = library.unlocked().length;
  const locked = library.locked();
  const damaged = library.damaged();
  const lines = [
    message,
    unlocked > 0 ? fill(words.unlocked, { unlocked, total: bookmarks.length }) : '',
    damaged > 0 ? fill(words.damaged, { count: damaged }) : '',
  ];
  find('status').textContent = lines.filter((line) => line !== '').join(' · ');
  find('unlock').hidden = locked.length === 0;
  find('unlocked').hidden = unlocked === 0;
  const hints = new Set(locked.map(({ hint }) => hint).filter((hint) => hint !== null && hint !== ''));
  find('hints').replaceChildren(
    ...[...hints].map((hint) => element('li', fill(words.hint, { hint: hint ?? '' }))),
  );
}

async function unlock(): Promise<void> {
  if (field.value === '') {
    showStatus(words.enterKey);
    return;
  }
  submit.disabled = true;
  find('status').textContent = words.unlocking;
  const isRight = await library.unlock(field.value);
  submit.disabled = false;
  if (isRight) field.value = '';
  showStatus(isRight ? '' : words.wrongKey);
  showList();
  (library.locked().length === 0 ? search : field).focus();
}

/** The decrypted bookmarks in the folders of their collections, as a file that every browser imports. */
function* bookmarkFile(): Generator<WrittenItem> {
  const folders = new Map<string, UnlockedBookmark[]>();
  for (const bookmark of library.unlocked()) {
    for (const name of bookmark.collections.length > 0 ? bookmark.collections : ['']) {
      const entries = folders.get(name);
      if (entries) entries.push(bookmark);
      else folders.set(name, [bookmark]);
    }
  }
  for (const [name, entries] of folders) {
    if (name !== '')
      yield { kind: 'open', folder: { name, description: '', addedAt: null, modifiedAt: null, extra: {} } };
    for (const bookmark of entries) yield { kind: 'entry', entry: { ...entryOf(bookmark), extra: {} } };
    if (name !== '') yield { kind: 'close' };
  }
}

function save(): void {
  const href = URL.createObjectURL(new Blob([...writeNetscape(bookmarkFile())], { type: 'text/html' }));
  const link = element('a', '', { href, download: words.fileName });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

find('unlock').addEventListener('submit', (event) => {
  event.preventDefault();
  void unlock();
});
search.addEventListener('input', showList);
find('save').addEventListener('click', save);
// Absent in old browsers, and in a page that is served over plain HTTP.
const canDecrypt = (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined;
showStatus(bookmarks.length === 0 ? words.empty : canDecrypt ? '' : words.unavailable);
if (!canDecrypt) find('unlock').hidden = true;
