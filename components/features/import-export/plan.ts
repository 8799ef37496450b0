import { v7 as newUuid } from 'uuid';
import type { Refusal } from '@/components/features/import-export/import-step';
import type { Input } from '@/lib/contract';
import { isBlank } from '@/lib/contract/blank';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Import, ImportRowReason } from '@/lib/contract/imports';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Secret } from '@/lib/crypto/types';
import { combineRepeats, type RepeatedEntry } from '@/lib/domain/netscape/draft';
import { ownAttributes, reasonsOf, type NetscapeEntry } from '@/lib/domain/netscape/entry';
import { parseTags, printTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { urlKey } from '@/lib/domain/url-key';
import type { KeyChoice } from '@/lib/vault/vault-types';

/** A bookmark that is to be encrypted. */
export interface PlannedBookmark {
  readonly uuid: string;
  readonly line: number;
  readonly key: string;
  /** What the file says of the page, in all its entries. */
  readonly entry: RepeatedEntry;
  readonly secret: Secret;
  /** Why it is not taken as it stands. */
  readonly reasons: readonly ImportRowReason[];
}

/** What the service may know of an encrypted bookmark. */
export type ReadableFields = Omit<
  Input<'bookmarks.reencrypt'>['body']['items'][number],
  'uuid' | 'cipher' | 'updatedAt'
>;

/** A bookmark of the library that takes something from the file. */
export interface MergedBookmark {
  /** As it is now, decrypted. */
  readonly bookmark: Bookmark;
  /** Null where its words stay as they are. */
  readonly secret: Secret | null;
  /** Those that change, as they will be. */
  readonly fields: ReadableFields;
}

type EncryptedReport = Pick<Import, 'read' | 'created' | 'duplicates' | 'invalid' | 'rows' | 'merged'>;

/** As many rows as a report of the service lists. */
const listedRows = 1_000;
/** Of the text in the largest envelope that the service takes, with room for what stands around it. */
const envelopeBytes = Math.floor((serviceLimits.cipherLength * 3) / 4) - 512;

/**
 * What a file would bring, as an import by the service would judge it. Only bookmarks that are unlocked on this device
 * can be compared: asking for the others would tell the service what is in the file.
 */
export class Plan {
  private readonly planned: PlannedBookmark[] = [];
  private readonly merges: MergedBookmark[] = [];
  private readonly counts = { bookmarks: 0, tags: 0, descriptions: 0, favorites: 0, dates: 0, visits: 0 };
  private readonly rows: Import['rows'] = [];
  /** Where the bookmark of a page is in the plan. */
  private readonly places = new Map<string, number>();
  private read = 0;
  private duplicates = 0;
  private invalid = 0;

  get bookmarks(): readonly PlannedBookmark[] {
    return this.planned;
  }

  get merged(): readonly MergedBookmark[] {
    return this.merges;
  }

  get report(): EncryptedReport {
    const { read, duplicates, invalid, rows, counts } = this;
    return { read, created: this.planned.length, duplicates, invalid, rows, merged: counts };
  }

  take(entry: NetscapeEntry): void {
    this.read += 1;
    const { url, warning } = parseBookmarkUrl(entry.url);
    const reasons = reasonsOf(entry, warning);
    const { line } = entry;
    const title = isBlank(entry.title) ? '' : entry.title;
    const taken: RepeatedEntry = { ...entry, url, title, visits: visitsOf(entry), extra: null };
    const secret = secretOf(taken);
    const key = urlKey(url);
    if (warning === 'empty') this.invalid += 1;
    else if (isTooLong(secret)) {
      this.invalid += 1;
      reasons.push('too_long');
    } else if (this.places.has(key)) {
      this.duplicates += 1;
      reasons.push('duplicate_in_file');
      this.combine(this.places.get(key) ?? 0, taken);
    } else {
      this.places.set(key, this.planned.length);
      this.planned.push({ uuid: newUuid(), line, key, reasons, ...contentOf(taken) });
    }
    this.note({ line, title, url: entry.url, reasons });
  }

  /** The same, with what is there already merged into the bookmarks of the library. */
  mergedInto(known: ReadonlyMap<string, Bookmark>): Plan {
    const rest = new Plan();
    rest.merges.push(...this.merges);
    Object.assign(rest.counts, this.counts);
    rest.read = this.read;
    rest.invalid = this.invalid;
    rest.duplicates = this.duplicates;
    const kept = new Set<readonly ImportRowReason[]>();
    for (const bookmark of this.planned) {
      const there = known.get(bookmark.key);
      if (there === undefined) {
        rest.planned.push(bookmark);
        continue;
      }
      rest.duplicates += 1;
      rest.merge(there, bookmark.entry);
      kept.add(bookmark.reasons);
      const { title, url } = bookmark.secret;
      rest.note({ line: bookmark.line, title, url, reasons: [...bookmark.reasons, 'duplicate_in_library'] });
    }
    rest.rows.unshift(...this.rows.filter(({ reasons }) => !kept.has(reasons)));
    rest.rows.splice(listedRows);
    return rest;
  }

  /** Adds an entry to a bookmark of the library by the rule of the service, as far as an envelope has room for both. */
  private merge(bookmark: Bookmark, entry: RepeatedEntry): void {
    const before = entryOf(bookmark);
    const after = combineRepeats(before, entry);
    const secret = secretOf(after);
    if (isTooLong(secret)) return;
    const isSameSecret = JSON.stringify(secret) === JSON.stringify(secretOf(before));
    const fields = changedFields(fieldsOf(before), fieldsOf(after));
    if (isSameSecret && Object.keys(fields).length === 0) return;
    this.merges.push({ bookmark, secret: isSameSecret ? null : secret, fields });
    const { counts } = this;
    counts.bookmarks += 1;
    counts.tags += Number(after.tags.length > before.tags.length);
    counts.descriptions += Number(after.description !== before.description);
    counts.favorites += Number(fields.favorite !== undefined);
    counts.dates += Number(fields.createdAt !== undefined);
    counts.visits += Number(fields.visits !== undefined);
  }

  /** Adds a further entry of a page by the rule of the service, as far as an envelope has room for both. */
  private combine(place: number, entry: RepeatedEntry): void {
    const first = this.planned[place];
    if (first === undefined) return;
    const content = contentOf(combineRepeats(first.entry, entry));
    if (!isTooLong(content.secret)) this.planned[place] = { ...first, ...content };
  }

  private note(row: Import['rows'][number]): void {
    if (row.reasons.length > 0 && this.rows.length < listedRows) this.rows.push(row);
  }
}

const secretOf = ({ title, url, description, tags }: RepeatedEntry): Secret => ({
  ...{ title, url, description },
  tags: printTags(tags),
});

const contentOf = (entry: RepeatedEntry) => ({ entry, secret: secretOf(entry) });

/** What the service may know of an entry. */
export const fieldsOf = ({ favorite, highlighted, visits, addedAt, visitedAt }: RepeatedEntry) => ({
  ...{ favorite, highlighted, visits },
  createdAt: addedAt?.toISOString(),
  lastAccessedAt: visitedAt?.toISOString(),
});

function changedFields(before: ReadableFields, after: ReadableFields): ReadableFields {
  const names = Object.keys(after) as (keyof ReadableFields)[];
  return Object.fromEntries(
    names.filter((name) => after[name] !== before[name]).map((name) => [name, after[name]]),
  );
}

/** A decrypted bookmark as a file would have it. */
function entryOf(bookmark: Bookmark): RepeatedEntry {
  const { title, url, description, tags, favorite, highlighted, visits, createdAt, lastAccessedAt } =
    bookmark;
  return {
    ...{ title: title ?? '', url: url ?? '', description: description ?? '' },
    ...{ favorite, highlighted, visits, modifiedAt: null, extra: null },
    tags: parseTags(tags),
    addedAt: new Date(createdAt),
    visitedAt: lastAccessedAt === null ? null : new Date(lastAccessedAt),
  };
}

function visitsOf({ extra }: NetscapeEntry): number {
  const visits = extra[ownAttributes.visits] ?? '';
  return /^\d{1,9}$/.test(visits) ? Number(visits) : 0;
}

/** Texts that are allowed each for itself may be too much for one envelope, which a cut would not make smaller. */
function isTooLong(secret: Secret): boolean {
  const { url, description } = secret;
  // Three bytes for a character that JSON writes as it stands, and six for one that it writes as a number.
  if ((url.length + description.length) * 6 < envelopeBytes / 2) return false;
  return new TextEncoder().encode(JSON.stringify(secret)).length > envelopeBytes;
}

/** What the reader decides over a preview. */
export interface Choices {
  /** Null where nothing new is encrypted. */
  readonly key: KeyChoice | null;
  /** Of the key, to be saved with each bookmark. */
  readonly hint: string | undefined;
  /** Collection that everything goes into; null for the default one. */
  readonly collection: string | null;
}

/** A merge, with the envelope that the bookmark has since. */
export interface SentMerge extends MergedBookmark {
  readonly cipher: string;
}

/** Where an import that this device encrypts stands. */
export type EncryptingStep =
  | { readonly kind: 'reading'; readonly count: number }
  | { readonly kind: 'preview'; readonly plan: Plan; readonly refusal: Refusal | null }
  | { readonly kind: 'encrypting'; readonly done: number; readonly total: number }
  | { readonly kind: 'sending'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'finished';
      readonly report: EncryptedReport;
      /** What came in; fewer than planned where a request failed. */
      readonly uuids: readonly string[];
      /** What was merged into bookmarks of the library. */
      readonly merged: readonly SentMerge[];
      readonly isUndoing: boolean;
      readonly refusal: Refusal | null;
    }
  | { readonly kind: 'undone'; readonly count: number };
