import {
  entryName,
  fieldNames,
  fields,
  fieldsWith,
  type EntryFields,
  type NamesWith,
} from '@/lib/bookmark/fields';
import { ownAttributes, type ImportEntry, type ImportFolder } from '@/lib/formats/entry';
import { isScriptUrl } from '@/lib/domain/live-url';
import { printTags } from '@/lib/domain/tags';
import { escapedTwice } from '@/lib/formats/text';

/** Exported fields of a bookmark. */
export type WrittenEntry = EntryFields & Pick<ImportEntry, 'extra'>;

/** Exported fields of a folder. */
export type WrittenFolder = Pick<ImportFolder, 'name' | 'description' | 'addedAt' | 'modifiedAt' | 'extra'>;

/** Item of the tree in file order; folders may have any depth. */
export type WrittenItem =
  | { readonly kind: 'entry'; readonly entry: WrittenEntry }
  | { readonly kind: 'open'; readonly folder: WrittenFolder }
  | { readonly kind: 'close' };

/**
 * Writes a bookmark file that every browser can read, one chunk of text per item. `open` and `close` enclose the
 * contents of a folder. Parsing the file restores every field.
 */
export function* writeNetscape(items: Iterable<WrittenItem>): Generator<string, void, undefined> {
  yield netscapeHead;
  let depth = 1;
  for (const item of items) {
    if (item.kind === 'entry') yield netscapeEntry(item.entry, depth);
    else if (item.kind === 'open') yield netscapeFolderStart(item.folder, depth++);
    else yield netscapeFolderEnd(--depth);
  }
  yield netscapeFoot;
}

export const netscapeHead = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
`;

export const netscapeFoot = '</DL><p>\n';

/** Writes one bookmark at a depth of 1 or more: a line for the link, and one for a description. */
export function netscapeEntry(entry: WrittenEntry, depth: number): string {
  const attributes =
    linkAttributes(entry.url) +
    timeNames.map((name) => dateAttributes(fields[name].attribute, entry[entryName(name)])).join('') +
    extraAttributes(entry.extra) +
    valueNames.map((name) => attribute(fields[name].attribute, printValue(entry[name]))).join('');
  const link = `${indent(depth)}<DT><A${attributes}>${escapeTitle(entry.title)}</A>\n`;
  return link + description(entry.description, depth);
}

const timeNames = fieldsWith({ type: 'time' });
// The other fields with an attribute; the URL has two, for a reason.
type ValueName = Exclude<NamesWith<{ attribute: string }>, NamesWith<{ type: 'time' }> | 'url'>;
const valueNames = fieldNames.filter(
  (name): name is ValueName => 'attribute' in fields[name] && fields[name].type !== 'time' && name !== 'url',
);

/** Empty values are not written. */
function printValue(value: string | readonly string[] | boolean | number): string {
  if (typeof value === 'boolean') return value ? '1' : '';
  if (typeof value === 'number') return value === 0 ? '' : String(value);
  return typeof value === 'string' ? value : printTags(value);
}

export function netscapeFolderStart(folder: WrittenFolder, depth: number): string {
  const attributes =
    dateAttributes('ADD_DATE', folder.addedAt) +
    dateAttributes('LAST_MODIFIED', folder.modifiedAt) +
    extraAttributes(folder.extra);
  const heading = `${indent(depth)}<DT><H3${attributes}>${escapeLine(folder.name)}</H3>\n`;
  return `${heading}${description(folder.description, depth)}${indent(depth)}<DL><p>\n`;
}

export const netscapeFolderEnd = (depth: number): string => `${indent(depth)}</DL><p>\n`;

// Indentation is only for readability; beyond this depth it would be most of the file.
const indent = (depth: number): string => '    '.repeat(Math.min(depth, 16));

const description = (text: string, depth: number): string =>
  text === '' ? '' : `${indent(depth)}<DD>${escapeText(text)}\n`;

const attribute = (name: string, value: string, isAlways = false): string =>
  value === '' && !isAlways ? '' : ` ${name}="${escapeAttribute(value)}"`;

/** Script URLs are written to a separate attribute, so that an opened file contains no links that run scripts. */
const linkAttributes = (url: string): string =>
  isScriptUrl(url)
    ? attribute('HREF', '', true) + attribute(ownAttributes.url.toUpperCase(), url)
    : attribute('HREF', url, true);

/** Browsers use seconds; a separate attribute stores the milliseconds, so that dates are preserved exactly. */
function dateAttributes(name: string, date: Date | null): string {
  if (date === null) return '';
  const ms = date.getTime();
  const seconds = ` ${name}="${String(Math.floor(ms / 1000))}"`;
  return ms % 1000 === 0 && ms > 0 ? seconds : `${seconds} ${name}_MS="${String(ms)}"`;
}

const extraAttributes = (extra: WrittenEntry['extra']): string =>
  Object.entries(extra)
    .filter(([name]) => /^[a-z_]+$/.test(name))
    .map(([name, value]) => attribute(name.toUpperCase(), value, true))
    .join('');

const special: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeCharacter = (character: string): string =>
  special[character] ?? `&#${String(character.charCodeAt(0))};`;

// White space that a parser would collapse or trim, and invisible characters, are written as numeric references.
const inAttribute = /[&<>"'\u0000-\u001F\u007F]/g;
const inText = /[&<>"'\u0000-\u0009\u000B-\u001F\u007F]|^[\n ]|[\n ]$/g;
const inLine = /[&<>"'\u0000-\u001F\u007F]|^ | (?= )| $/g;

const escapeAttribute = (text: string): string => text.toWellFormed().replace(inAttribute, escapeCharacter);
const escapeText = (text: string): string => text.toWellFormed().replace(inText, escapeCharacter);
/** A title that contains an entity is not mistaken for one that was escaped twice. */
const escapeTitle = (text: string): string => escapeLine(text).replace(escapedTwice, '&#38;');
const escapeLine = (text: string): string => text.toWellFormed().replace(inLine, escapeCharacter);
