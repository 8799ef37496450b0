import { entryName, fieldNames, fields, type EntryFields, type FieldName } from '@/lib/bookmark/fields';
import { readUrl } from '@/lib/domain/live-url';
import { ZipWriter, type ZipFile } from '@/lib/formats/write-zip';

/** A bookmark as a note; fields excluded by the options of an export are empty. */
export interface WrittenNote extends EntryFields {
  readonly uuid: string;
  /** Names of its collections. */
  readonly collections: readonly string[];
  /** Name of its space, if the archive has a folder for each. */
  readonly space: string | null;
}

/** Writes notes with YAML front matter, one for each bookmark, as a zip archive in chunks. */
export class MarkdownWriter {
  private readonly zip = new ZipWriter();
  private readonly usedNames = new Set<number>();

  add(note: WrittenNote): Uint8Array<ArrayBuffer> {
    return this.zip.add({
      ...noteFile(note, this.usedNames),
      modifiedAt: note.modifiedAt ?? note.addedAt ?? noDate,
    });
  }

  end(): Uint8Array<ArrayBuffer> {
    return this.zip.end();
  }
}

const noDate = new Date(0);

function noteFile(note: WrittenNote, usedNames: Set<number>): Omit<ZipFile, 'modifiedAt'> {
  const folder = note.space === null ? '' : `${fileName(note.space)}/`;
  const name = folder + fileName(note.title.trim() || readUrl(note.url)?.hostname || note.url);
  const hash = hashOf(name.toLowerCase());
  // The end of a uuid is random.
  const unique = usedNames.has(hash) ? `${name} ${note.uuid.slice(-8)}` : name;
  usedNames.add(hash);
  return { name: `${unique}.md`, text: noteText(note) };
}

/** Returns the front matter: the fields by their names in CSV exports, without empty ones. */
function noteText(note: WrittenNote): string {
  const lines = fieldNames.flatMap((name) => lineOf(fields[name].csv, valueOf(note, name)));
  return `---\n${[...lines, ...lineOf('collections', note.collections)].join('\n')}\n---\n`;
}

const valueOf = (note: WrittenNote, name: FieldName) => note[entryName(name)];

function lineOf(key: string, value: EntryFields[keyof EntryFields] | readonly string[]): string[] {
  if (value === null || value === '' || value === false || value === 0) return [];
  if (value instanceof Date) return [`${key}: ${value.toISOString()}`];
  if (typeof value === 'object') {
    return value.length === 0 ? [] : [`${key}:`, ...value.map((item) => `  - ${yamlText(item)}`)];
  }
  return [`${key}: ${typeof value === 'string' ? yamlText(value) : String(value)}`];
}

// YAML 1.2 includes JSON, except that parsers treat these characters as line breaks or reject them.
const notInYaml = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

const yamlText = (text: string): string =>
  JSON.stringify(text).replace(
    notInYaml,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const nameLength = 80;
// Reserved in file systems or in links between notes, or invisible.
const unsafe = /[\p{C}/\\:*?"<>|#^[\]]+/gu;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

function fileName(title: string): string {
  const safe = title.toWellFormed().replace(unsafe, ' ').replace(/\s+/g, ' ');
  const short = [...safe.trim()]
    .slice(0, nameLength)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  return short === '' || reserved.test(short) ? `${short}_` : short;
}

/** A hash of 30 bits (FNV-1a): enough to tell names apart, and small in memory for a million. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 2;
}
