import { randomBytes } from 'node:crypto';
import { getTableColumns } from 'drizzle-orm';
import { isBlank } from '@/lib/contract/blank';
import { limits } from '@/lib/contract/limits';
import { serviceLimits } from '@/lib/contract/service-limits';
import {
  ownAttributes,
  reasonsOf,
  withoutFutureDates,
  type ImportEntry,
  type ImportExtra,
} from '@/lib/formats/entry';
import { cutText, storable } from '@/lib/formats/text';
import { isOrderKey, keyAtTop, keyAtTopOf } from '@/lib/domain/order-key';
import { highlightVector, searchColumns } from '@/lib/domain/search-vector';
import { encryptedTitleKey } from '@/lib/domain/search-words';
import { parseTags, printTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { urlKeyHash } from '@/lib/domain/url-key';
import { importRows } from '@/provider/db/schema/imports';
import type { ImportKey } from '@/provider/modules/imports/queries';
import type { Cell } from '@/provider/modules/imports/row-writer';

const rowColumns = getTableColumns(importRows);
type ColumnName = keyof typeof rowColumns;
const rowNames = Object.keys(rowColumns) as ColumnName[];

/** Columns with a value of the entry as it is; the others are derived from it. */
type EntryName = Extract<
  ColumnName,
  Exclude<keyof ImportEntry, 'url' | 'title' | 'extra' | 'folder' | 'isPlace' | 'highlights'>
>;
type Derived = Record<Exclude<ColumnName, EntryName>, Cell>;

/** Columns of `import_rows`, in the order of the cells. */
export const stagedColumns = rowNames.map((name) => rowColumns[name].name);

/** Converts the entries of a file to rows of `import_rows`, starting at position 0. */
export function createStager(
  { id: importId, accountId }: ImportKey,
  now: Date,
): (entry: ImportEntry, position: number) => Cell[] {
  const idOf = createIds(now);
  const firstOf = createFirstFinder();
  // Which of the two objects has a column is the same for all entries, and asking each would take as long as parsing it.
  let columns: readonly { name: ColumnName; isDerived: boolean }[] | null = null;
  return (read, position) => {
    const entry = withoutFutureDates(read, now);
    const { encrypted } = entry;
    const { url, domain, path, warning } = parseBookmarkUrl(entry.url);
    const title = isBlank(entry.title) ? '' : entry.title;
    const urlKey = warning === 'empty' ? null : urlKeyHash(url);
    const { place, extra } = readOwn(entry);
    const search = searchColumns({ ...entry, title, domain, path });
    const derived: Derived = {
      accountId,
      importId,
      position,
      url,
      urlKey,
      domain,
      path,
      title,
      extra,
      search: search.search,
      type: search.type,
      indexVersion: search.indexVersion,
      titleKey: encrypted ? encryptedTitleKey : search.titleKey,
      bookmarkId: encrypted?.uuid ?? idOf(position),
      // The place distinguishes bookmarks of one page; an encrypted one has an identifier.
      kept: encrypted
        ? firstOf(`encrypted ${encrypted.uuid}`, null, position)
        : firstOf(urlKey, place, position),
      folder: entry.folder?.id ?? null,
      orderKey: place === null ? keyAtTop(now, position) : keyAtTopOf(now, place),
      reasons: reasonsOf(entry, warning),
      isPlace: entry.isPlace ?? false,
      highlights: entry.isPlace ? null : highlightsOf(entry, now),
      // An envelope can be long, and places repeat the preceding entry.
      cipher: entry.isPlace ? null : (encrypted?.cipher ?? null),
    };
    columns ??= rowNames.map((name) => ({ name, isDerived: name in derived }));
    return columns.map(({ name, isDerived }) =>
      isDerived ? derived[name as keyof Derived] : entry[name as EntryName],
    );
  };
}

/** Returns the highlights as JSON, up to the limits of annotations; null if there are none. */
function highlightsOf({ highlights = [] }: ImportEntry, now: Date): string | null {
  const list = highlights.slice(0, serviceLimits.highlightsPerBookmark).map((one) => {
    const { start = null, end = null, textHash = null, createdAt = null, updatedAt = null } = one;
    const { highlightContextLength: context } = serviceLimits;
    const tags = parseTags((one.tags ?? '').normalize('NFC')).slice(0, limits.tagsPerBookmark);
    const texts = {
      // Offsets include the white space around it.
      quote: cutText(
        storable(start === null ? one.quote.trim() : one.quote),
        serviceLimits.highlightQuoteLength,
      ),
      note: cutText(storable(one.note ?? '').trim(), serviceLimits.highlightNoteLength),
      tags: printTags(tags),
    };
    return {
      ...texts,
      search: highlightVector(texts),
      color: one.color,
      prefix: cutText(storable(one.prefix ?? ''), context),
      suffix: cutText(storable(one.suffix ?? ''), context),
      ...(start !== null && end !== null && start < end && { start, end, textHash }),
      ...(createdAt !== null && createdAt <= now && { createdAt }),
      ...(updatedAt !== null && updatedAt <= now && { updatedAt }),
    };
  });
  return list.length === 0 ? null : JSON.stringify(list);
}

interface OwnExtra {
  place: string | null;
  extra: ImportExtra | null;
}

/** Separates the attributes written by an export of this service, the order key, from the others. */
function readOwn({ extra }: ImportEntry): OwnExtra {
  const { [ownAttributes.place]: place, ...others } = extra;
  return {
    place: place !== undefined && isOrderAttribute(place) ? place : null,
    extra: Object.keys(others).length === 0 ? null : others,
  };
}

const placeLength = 1_000;

/** Whether an attribute is an order key short enough for an index. */
export const isOrderAttribute = (text: string): boolean => text.length <= placeLength && isOrderKey(text);

/**
 * Returns a function that finds earlier entries of the same page: the position of the first one, else null. Users may
 * have saved a page twice on purpose: entries that an export wrote with different order keys are different bookmarks.
 */
function createFirstFinder(): (key: string | null, place: string | null, position: number) => number | null {
  // Some 100 bytes per page, so 100 MB for the largest file; a look-up in the database would take longer than all other
  // work.
  const firsts = new Map<string, number>();
  return (key, place, position) => {
    if (key === null) return null;
    const own = place === null ? key : `${key} ${place}`;
    // If one of the two entries has no order key, only the page is compared.
    const first = firsts.get(own) ?? (place === null ? firsts.get(`${key} `) : firsts.get(key));
    if (first !== undefined) return first;
    firsts.set(own, position);
    if (place !== null && !firsts.has(`${key} `)) firsts.set(`${key} `, position);
    return null;
  };
}

/**
 * Returns a function that creates identifiers (UUIDv7) for the bookmarks of one file. Lists break ties of dates by id,
 * newest first, so ids decrease: the first entry of the file comes first in a list.
 */
function createIds(now: Date): (position: number) => string {
  const time = now.getTime().toString(16).padStart(12, '0');
  const random = randomBytes(5).toString('hex');
  const head = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  return (position) => {
    const left = (0xffff_ffff - position).toString(16).padStart(8, '0');
    return `${head}${left.slice(0, 3)}-8${left.slice(3, 6)}-${left.slice(6)}${random}`;
  };
}
