import { z } from 'zod';
import { isBlank } from '@/lib/contract/blank';
import { eachFlagName } from '@/lib/bookmark/fields';
import { eachFlag, NewCipher } from '@/lib/contract/bookmarks';
import { highlightColors } from '@/lib/contract/highlight-colors';
import { limits } from '@/lib/contract/limits';
import { Uuid } from '@/lib/contract/primitives';
import { entryExtras, folderExtras } from '@/lib/formats/netscape/attributes';
import { collectionFolders, unnamedFolder, type CollectionFolder } from '@/lib/formats/collection-folders';
import type { Folders } from '@/lib/formats/folders';
import { emptyDraft, setText, type Draft } from '@/lib/formats/draft';
import {
  addProblem,
  isImportable,
  ImportLimitError,
  importLimits,
  ownAttributes,
  type DefaultCollection,
  type ImportEntry,
  type ImportFolder,
  type ImportHighlight,
} from '@/lib/formats/entry';
import { parseTags } from '@/lib/domain/tags';
import type { Format, Sink } from '@/lib/formats/format';
import { readJson, type JsonItem } from '@/lib/formats/read-json';
import { readDate } from '@/lib/formats/dates';
import { cutText, detach, isUrlTooLong, storable } from '@/lib/formats/text';

const text = z.string().transform(storable);
const extras = z.record(z.string(), text).nullish();

/** A text of a collection, truncated by the limit of its field. */
const cut = (characters: number) => text.transform((value) => detach(cutText(value, characters)));
const shortText = cut(200);

/** The name of a space in an export of several; a blank one is none. */
const SpaceName = cut(limits.nameLength)
  .transform((name) => (isBlank(name) ? null : name.trim()))
  .nullish();

const JsonCollection = z.object({
  uuid: shortText,
  space: SpaceName,
  name: cut(importLimits.folderNameLength),
  description: cut(limits.collectionDescriptionLength).default(''),
  color: shortText.default(''),
  icon: shortText.default(''),
  pinned: z.boolean().default(false),
  security: z.number().default(0),
  listed: z.boolean().default(false),
  isDefault: z.boolean().default(false),
  // Longer rules are invalid, also when they are truncated.
  smart: z.object({ query: cut(limits.smartQueryLength + 1) }).nullish(),
  path: z.array(cut(importLimits.folderNameLength)).nullish(),
  order: shortText.default(''),
  createdAt: shortText.default(''),
  updatedAt: shortText.default(''),
  extra: extras.transform((extra) => pick(extra, folderExtras)),
});
type JsonCollection = z.infer<typeof JsonCollection>;

/** Length of the field names and dates of a collection as JSON. */
const fieldNamesWeight = 400;

const offset = z.int().min(0).max(100_000_000).nullish();

const JsonAnnotation = z.object({
  quote: z.string().min(1),
  note: z.string().default(''),
  color: z.enum(highlightColors).default('yellow'),
  tags: z.string().default(''),
  prefix: z.string().default(''),
  suffix: z.string().default(''),
  start: offset,
  end: offset,
  textHash: z.string().max(64).nullish(),
  createdAt: z.string().default(''),
  updatedAt: z.string().default(''),
});

/** Returns the annotations of a bookmark; those that cannot be read are left out. */
const annotationsOf = ({ annotations }: JsonBookmark): ImportHighlight[] =>
  (annotations ?? []).flatMap((value) => {
    const { data } = JsonAnnotation.safeParse(value);
    if (!data) return [];
    const { createdAt, updatedAt, start = null, end = null, textHash = null, ...rest } = data;
    return [
      {
        ...rest,
        start,
        end,
        textHash,
        createdAt: readDate(createdAt).date,
        updatedAt: readDate(updatedAt).date,
      },
    ];
  });

const JsonBookmark = z.object({
  uuid: z.unknown().optional(),
  cipher: z.unknown().optional(),
  encrypted: z.boolean().default(false),
  title: text.nullish(),
  url: text.nullish(),
  description: text.nullish(),
  notes: text.nullish(),
  tags: text.default(''),
  ...eachFlag(z.boolean().default(false)),
  visits: z.number().default(0),
  space: SpaceName,
  collections: z.array(text).default([]),
  collectionUuids: z.array(z.string()).nullish(),
  order: z.string().default(''),
  createdAt: z.string().nullish(),
  updatedAt: z.string().nullish(),
  lastAccessedAt: z.string().nullish(),
  readAt: z.string().nullish(),
  extra: extras,
  annotations: z.array(z.unknown()).nullish().catch(null),
});
type JsonBookmark = z.infer<typeof JsonBookmark>;

/** Whether the text of a bookmark is in an envelope. Older decrypted exports mark readable bookmarks as encrypted. */
const isEncrypted = ({ encrypted, cipher, url }: JsonBookmark): boolean =>
  encrypted && ((cipher ?? null) !== null || (url ?? '').trim() === '');

const Encrypted = z.object({ uuid: Uuid, cipher: NewCipher });

/** A restored bookmark has no readable text, whatever the file contains. */
const noText = { encrypted: false, url: '', title: '', description: '', notes: '', tags: '', extra: null };

type Source = JsonCollection & { readonly id: string; readonly sourcePath: string[] | null };

/**
 * An export of this service. A bookmark of several collections becomes an entry for each of them; all but the first are
 * marked as places. Collections that the file does not describe become folders by name. Encrypted bookmarks are restored
 * in the account that exported them: their envelopes are bound to it.
 */
export const markwellJson: Format = {
  id: 'markwell-json',
  name: 'Markwell',
  detect: ({ json }) =>
    json !== null && json.has('version') && (json.has('bookmarks') || json.has('collections[].uuid')),
  async read({ bytes }, sink, { accountId, keepsSpaces }) {
    const reader = new Reader(sink, accountId, keepsSpaces);
    await readJson(bytes, ['$.account', '$.spaces.*', '$.collections.*', '$.bookmarks.*'], (item) =>
      reader.take(item),
    );
    reader.end();
  },
};

class Reader {
  private readonly folders: Folders;
  private readonly collections: Source[] = [];
  private readonly folderOf = new Map<string, ImportFolder | null>();
  private hasFolders = false;
  private collectionCount = 0;
  private collectionWeight = 0;
  private isOwnExport = false;

  constructor(
    private readonly sink: Sink,
    private readonly accountId: string | null,
    private readonly keepsSpaces: boolean,
  ) {
    this.folders = sink.folders;
  }

  take({ list, value, line }: JsonItem): void {
    if (list === 'collections') this.readCollection(value);
    else if (list === 'bookmarks') this.readBookmark(value, line);
    else if (list === 'spaces') this.noteSpace(SpaceName.safeParse(value).data);
    else this.isOwnExport = value === this.accountId;
  }

  end(): void {
    this.openFolders();
  }

  private readCollection(value: unknown): void {
    const { data } = JsonCollection.safeParse(value);
    if (!data || this.hasFolders) return;
    this.countCollection(data);
    const space = this.noteSpace(data.space);
    if (data.isDefault) {
      this.folderOf.set(data.uuid, null);
      const { color, description } = data;
      this.sink.describeDefault({ color, description, shared: sharingOf(data) }, space);
    } else this.collections.push({ ...data, space, id: data.uuid, sourcePath: data.path ?? null });
  }

  /** Adds a space to those of the file; returns it if it is kept. */
  private noteSpace(name: string | null = null): string | null {
    if (name !== null) this.sink.space(name);
    return this.keepsSpaces ? name : null;
  }

  /** All collections are in memory until the first bookmark. */
  private countCollection(collection: JsonCollection): void {
    this.collectionCount += 1;
    this.collectionWeight += JSON.stringify(collection).length;
    if (this.collectionCount > importLimits.folders) throw new ImportLimitError('folders');
    if (this.collectionWeight > importLimits.folderWeight + this.collectionCount * fieldNamesWeight)
      throw new ImportLimitError('folderWeight');
  }

  /** Creates the folders before the first bookmark, because all collections precede it. */
  private openFolders(): void {
    if (this.hasFolders) return;
    this.hasFolders = true;
    const bySpace = Map.groupBy(this.collections, ({ space }) => space ?? null);
    for (const [space, collections] of bySpace)
      this.addFolders(collectionFolders(collections, unnamedFolder), { space, parent: null });
  }

  private addFolders(
    folders: readonly CollectionFolder<Source>[],
    { space, parent }: Pick<ImportFolder, 'parent'> & { space: string | null },
  ): void {
    for (const { name, collection, children } of folders) {
      const addedAt = readDate(collection?.createdAt ?? '').date;
      const modifiedAt = readDate(collection?.updatedAt ?? '').date;
      const folder = this.folders.add(
        { name, space, addedAt, modifiedAt, extra: collection ? folderExtra(collection) : {} },
        parent,
      );
      if (collection) {
        this.folders.describe(folder, collection.description);
        this.folderOf.set(collection.id, folder);
      }
      this.addFolders(children, { space, parent: folder });
    }
  }

  private readBookmark(value: unknown, line: number): void {
    this.openFolders();
    const { data } = JsonBookmark.safeParse(value);
    const space = this.noteSpace(data?.space);
    const entry = { ...this.readEntry(data ?? JsonBookmark.parse({}), line), space };
    const [folder = null, ...others] = data ? this.foldersOf(data) : [];
    this.sink.entry({ ...entry, folder });
    if (!isImportable(entry)) return;
    for (const other of others) this.sink.entry({ ...entry, folder: other, isPlace: true });
  }

  private readEntry(bookmark: JsonBookmark, line: number): ImportEntry {
    const isOwn = this.isOwnExport && bookmark.encrypted;
    const encrypted = isOwn ? Encrypted.safeParse(bookmark).data : undefined;
    return encrypted ? { ...entryOf({ ...bookmark, ...noText }, line), encrypted } : entryOf(bookmark, line);
  }

  /** Returns as many folders as a bookmark can have collections: each one is a row of the import. */
  private foldersOf({ collectionUuids, collections, space = null }: JsonBookmark): (ImportFolder | null)[] {
    const folders = new Set<ImportFolder | null>();
    const keys = collectionUuids ?? collections.filter((name) => name !== defaultName);
    for (const key of keys) {
      if (folders.size === limits.collectionsPerBookmark) break;
      folders.add(collectionUuids ? (this.folderOf.get(key) ?? null) : this.folderNamed(key, space));
    }
    return [...folders];
  }

  private folderNamed(name: string, space: string | null): ImportFolder {
    return this.folders.add({ name, space, addedAt: null, modifiedAt: null, extra: {} }, null);
  }
}

/** Name of the default collection, which cannot be changed. */
const defaultName = 'Uncategorized';

const sharingOf = ({ security, listed }: JsonCollection): DefaultCollection['shared'] =>
  security !== 1 ? null : listed ? 'listed' : 'public';

function folderExtra(source: Source) {
  const { order, name, color, icon, pinned, smart, extra } = source;
  const shared = sharingOf(source);
  return {
    ...extra,
    [ownAttributes.place]: order,
    [ownAttributes.name]: name,
    [ownAttributes.color]: color,
    ...(icon !== '' && { [ownAttributes.icon]: icon }),
    ...(pinned && { [ownAttributes.pinned]: '1' }),
    ...(smart && { [ownAttributes.smart]: smart.query }),
    ...(shared !== null && { [ownAttributes.shared]: shared }),
  };
}

const pick = (extra: Record<string, string> | null | undefined, names: readonly string[]) =>
  Object.fromEntries(Object.entries(extra ?? {}).filter(([name]) => names.includes(name)));

function entryOf(bookmark: JsonBookmark, line: number): ImportEntry {
  const problems: Draft['problems'] = [];
  const date = (value: string | null | undefined): Date | null => {
    const read = readDate(value ?? '');
    if (read.invalid) addProblem(problems, 'invalid_date');
    return read.date;
  };
  const { visits, order, extra } = bookmark;
  const encrypted = isEncrypted(bookmark);
  const tags = parseTags(bookmark.tags);
  const url = encrypted ? '' : (bookmark.url ?? '');
  const isCut = isUrlTooLong(url);
  const draft: Draft = {
    ...emptyDraft(line),
    url: isCut ? '' : url,
    tags: tags.slice(0, limits.tagsPerBookmark),
    addedAt: date(bookmark.createdAt),
    modifiedAt: date(bookmark.updatedAt),
    visitedAt: date(bookmark.lastAccessedAt),
    ...eachFlagName((name) => bookmark[name]),
    readAt: date(bookmark.readAt),
    visits: Number.isSafeInteger(visits) && visits >= 0 && visits < 1e9 ? visits : 0,
    extra: {
      ...pick(extra, entryExtras),
      ...(order !== '' && { [ownAttributes.place]: order }),
    },
    highlights: encrypted ? [] : annotationsOf(bookmark),
    problems,
  };
  if (isCut) addProblem(problems, 'url_too_long');
  if (encrypted) addProblem(problems, 'encrypted');
  if (tags.length > limits.tagsPerBookmark) addProblem(problems, 'cut');
  setText(draft, 'title', encrypted ? '' : (bookmark.title ?? ''));
  setText(draft, 'description', bookmark.description ?? '');
  setText(draft, 'notes', bookmark.notes ?? '');
  return draft;
}
