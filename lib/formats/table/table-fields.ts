import type { ImportField } from '@/lib/contract/imports';
import { jsonList, splitList } from '@/lib/formats/cells';
import type { SourceEntry } from '@/lib/formats/output';

/**
 * Names of columns for each field, as letters and digits in lower case; the first ones count if a table has several of
 * them. Exports name their columns in the language of the product, which is English for most of them.
 */
const namesOf: Readonly<Record<ImportField, readonly string[]>> = {
  url: ['url', 'link', 'href', 'address', 'uri', 'urls', 'website', 'webaddress', 'source', 'endereço', 'adresse'],
  title: ['title', 'name', 'título', 'titulo', 'titel', 'nome', 'headline', 'linktext'],
  description: ['description', 'excerpt', 'summary', 'abstract', 'descrição', 'descripción', 'beschreibung'],
  notes: ['notes', 'note', 'comment', 'comments', 'annotation', 'notas', 'anotações', 'notizen'],
  tags: ['tags', 'labels', 'tag', 'label', 'keywords', 'topics', 'etiquetas', 'marcadores', 'schlagwörter'],
  folder: ['folder', 'collection', 'folders', 'collections', 'category', 'group', 'list', 'pasta', 'carpeta', 'ordner'],
  addedAt: [
    ...['created', 'dateadded', 'added', 'createdat', 'createdtime', 'addedat', 'timeadded', 'adddate', 'datecreated'],
    ...['saved', 'savedat', 'datesaved', 'date', 'timestamp', 'criadoem', 'hinzugefügt', 'fecha', 'datum'],
  ],
  modifiedAt: ['updated', 'modified', 'updatedat', 'modifiedat', 'lastmodified', 'lasteditedtime', 'lastupdated'],
  favorite: ['favorite', 'favourite', 'starred', 'isfavorite', 'isstarred', 'favorites', 'star', 'important', 'favorito'],
  later: ['toread', 'unread', 'readlater', 'status', 'state', 'isunread', 'readingstatus'],
  readAt: ['readat', 'dateread', 'read', 'finished', 'isread', 'finishedat', 'lido', 'done'],
  archived: ['archived', 'isarchived', 'archive', 'arquivado'],
}; // prettier-ignore

const fields = Object.keys(namesOf) as ImportField[];
/** Passwords in any product: browsers export them as tables, too, with the addresses of their pages. */
const passwordColumn =
  /passw|passphrase|senha|contraseñ|contrasen|kennwort|motdepasse|wachtwoord|lösenord|heslo|hasło|парол|密码|密碼|パスワード|비밀번호|otpauth|totp/;

const squeezed = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

export const hasPasswords = (names: readonly string[]): boolean =>
  names.some((name) => passwordColumn.test(squeezed(name)));

export const isAddress = (cell: string): boolean => /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)\S+$/i.test(cell.trim());

/**
 * Returns what the columns are by their names, each field at most once. The address is a column that has addresses in the
 * first rows, whatever its name.
 */
export function fieldsOf(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): (ImportField | null)[] {
  const result: (ImportField | null)[] = names.map(() => null);
  const hasAddress = names.map((_, column) => rows.some((row) => isAddress(row[column] ?? '')));
  const squeezedNames = names.map(squeezed);
  for (const field of fields) {
    const isFree = (column: number): boolean =>
      result[column] === null &&
      (field !== 'url' || !hasAddress.includes(true) || hasAddress[column] === true);
    const columns = namesOf[field].flatMap((name) =>
      squeezedNames.flatMap((other, column) => (other === name && isFree(column) ? [column] : [])),
    );
    const column = columns[0] ?? (field === 'url' ? hasAddress.indexOf(true) : -1);
    if (column >= 0) result[column] = field;
  }
  return result;
}

type Values = { -readonly [Key in keyof SourceEntry]: SourceEntry[Key] };

const yes = /^(?:true|yes|[y1x✓✔]|checked|on|sim|sí|si|ja|oui)$/i;
const no = /^(?:false|no|[n0]|off|unchecked|não|nein|non)?$/i;
// States by their words, which are in columns with any of their names.
const laterState = /^(?:unread|to[ -]?read|(?:read[ -]?)?later|queued?|inbox|not started)$/i;
const readState = /^(?:read|done|finished|completed?)$/i;
const archivedState = /^archived?$/i;

/** Returns the values of a row whose columns have these fields. */
export function valuesOf(cells: readonly string[], columns: readonly (ImportField | null)[]): SourceEntry {
  const values: Values = { url: '' };
  for (const [column, field] of columns.entries()) {
    const cell = (cells[column] ?? '').trim();
    if (field !== null && cell !== '') setValue(values, field, cell);
  }
  return values;
}

function setValue(values: Values, field: ImportField, cell: string): void {
  if (field === 'tags') values.tags = tagsOf(cell);
  else if (field === 'folder') values.paths = [splitList(cell, '/')];
  else if (field === 'favorite') values.favorite = isTrue(cell);
  else if (field === 'later' || field === 'readAt' || field === 'archived') setState(values, field, cell);
  else values[field] = cell;
}

/** A favorite can be marked by any word. */
const isTrue = (cell: string): boolean => !no.test(cell);

function setState(values: Values, field: 'later' | 'readAt' | 'archived', cell: string): void {
  if (laterState.test(cell)) values.later = true;
  else if (readState.test(cell)) values.isRead = true;
  else if (archivedState.test(cell)) values.archived = true;
  else if (yes.test(cell) && field === 'readAt') values.isRead = true;
  else if (yes.test(cell)) values[field as 'later' | 'archived'] = true;
  else if (field === 'readAt' && !no.test(cell)) values.readAt = cell;
}

const tagsOf = (cell: string): string[] =>
  cell.startsWith('[') ? jsonList(cell) : splitList(cell, cell.includes(',') ? ',' : /[;|\n]/);
