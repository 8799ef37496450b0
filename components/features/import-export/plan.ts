import { v7 as newUuid } from 'uuid';
import type { FileChoices, Refusal } from '@/components/features/import-export/import-step';
import type { Input } from '@/lib/contract';
import { isBlank } from '@/lib/contract/blank';
import type { Bookmark } from '@/lib/contract/bookmarks';
import type { Import, ImportRowReason } from '@/lib/contract/imports';
import { serviceLimits } from '@/lib/contract/service-limits';
import type { Secret } from '@/lib/crypto/types';
import { entryName, fieldsWith } from '@/lib/bookmark/fields';
import { changedIn, combineRepeats, entryOf, type RepeatedEntry } from '@/lib/bookmark/merge';
import { reasonsOf, withoutFutureDates, type ImportEntry } from '@/lib/formats/entry';
import type { FoundReport } from '@/lib/formats/found-in-file';
import { printTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { urlKey } from '@/lib/domain/url-key';
import type { KeyChoice } from '@/lib/vault/vault-types';

/** A bookmark to be encrypted. */
export interface PlannedBookmark {
  readonly uuid: string;
  readonly line: number;
  readonly key: string;
  /** Data of the page, from all its entries in the file. */
  readonly entry: RepeatedEntry;
  readonly secret: Secret;
  /** Why it was changed or not imported. */
  readonly reasons: readonly ImportRowReason[];
}

/** Fields of an encrypted bookmark that the service can read. */
export type ReadableFields = Omit<
  Input<'bookmarks.reencrypt'>['body']['items'][number],
  'uuid' | 'cipher' | 'updatedAt'
>;

/** An existing bookmark that takes data from the file. */
export interface MergedBookmark {
  /** The current bookmark, decrypted. */
  readonly bookmark: Bookmark;
  /** Null if its encrypted content is unchanged. */
  readonly secret: Secret | null;
  /** The changed fields with their new values. */
  readonly fields: ReadableFields;
}

type EncryptedReport = Pick<
  Import,
  'read' | 'created' | 'duplicates' | 'repeated' | 'invalid' | 'rows' | 'merged'
>;

/** Maximum number of rows, as in a report of the service. */
const listedRows = 1_000;
/**
 * Maximum length in bytes of the text in the largest envelope that the service accepts, with room for its
 * other parts.
 */
const envelopeBytes = Math.floor((serviceLimits.cipherLength * 3) / 4) - 512;

/**
 * Planned import of a file, by the same rules as an import by the service. Only bookmarks that are unlocked on
 * this device can be compared: looking up the others would reveal the content of the file to the service.
 */
export class Plan {
  private readonly planned: PlannedBookmark[] = [];
  private readonly merges: MergedBookmark[] = [];
  private readonly counts = { bookmarks: 0, tags: 0, descriptions: 0, favorites: 0, dates: 0, visits: 0 };
  private readonly rows: Import['rows'] = [];
  /** Index of the bookmark of a page in the plan. */
  private readonly places = new Map<string, number>();
  private read = 0;
  private duplicates = 0;
  private repeated = 0;
  private invalid = 0;

  get bookmarks(): readonly PlannedBookmark[] {
    return this.planned;
  }

  get merged(): readonly MergedBookmark[] {
    return this.merges;
  }

  get report(): EncryptedReport {
    const { read, duplicates, repeated, invalid, rows, counts } = this;
    return { read, created: this.planned.length, duplicates, repeated, invalid, rows, merged: counts };
  }

  take(read: ImportEntry): void {
    // Folders are left out, so that another one of the same bookmark changes nothing.
    if (read.isPlace === true) return;
    const entry = withoutFutureDates(read, new Date());
    this.read += 1;
    const { url, warning } = parseBookmarkUrl(entry.url);
    const reasons = reasonsOf(entry, warning);
    const { line } = entry;
    const title = isBlank(entry.title) ? '' : entry.title;
    const taken: RepeatedEntry = { ...entry, url, title, extra: null };
    const secret = secretOf(taken);
    const key = urlKey(url);
    if (warning === 'empty') this.invalid += 1;
    else if (isTooLong(secret)) {
      this.invalid += 1;
      reasons.push('too_long');
    } else if (this.places.has(key)) {
      this.duplicates += 1;
      this.repeated += 1;
      reasons.push('duplicate_in_file');
      this.combine(this.places.get(key) ?? 0, taken);
    } else {
      this.places.set(key, this.planned.length);
      this.planned.push({ uuid: newUuid(), line, key, reasons, ...contentOf(taken) });
    }
    this.note({ line, title, url: entry.url, reasons });
  }

  /** Returns the plan with existing pages merged into the bookmarks of the library. */
  mergedInto(known: ReadonlyMap<string, Bookmark>): Plan {
    const rest = new Plan();
    rest.merges.push(...this.merges);
    Object.assign(rest.counts, this.counts);
    rest.read = this.read;
    rest.invalid = this.invalid;
    rest.duplicates = this.duplicates;
    rest.repeated = this.repeated;
    const listed = new Set<readonly ImportRowReason[]>();
    for (const bookmark of this.planned) {
      const existing = known.get(bookmark.key);
      if (existing === undefined) {
        rest.planned.push(bookmark);
        continue;
      }
      rest.duplicates += 1;
      rest.merge(existing, bookmark.entry);
      listed.add(bookmark.reasons);
      const { title, url } = bookmark.secret;
      rest.note({ line: bookmark.line, title, url, reasons: [...bookmark.reasons, 'duplicate_in_library'] });
    }
    rest.rows.unshift(...this.rows.filter(({ reasons }) => !listed.has(reasons)));
    rest.rows.splice(listedRows);
    return rest;
  }

  /** Merges an entry into an existing bookmark by the rule of the service, if an envelope has room for both. */
  private merge(bookmark: Bookmark, entry: RepeatedEntry): void {
    const before = entryOf(bookmark);
    const after = combineRepeats(before, entry);
    const secret = secretOf(after);
    if (isTooLong(secret)) return;
    const isSameSecret = JSON.stringify(secret) === JSON.stringify(secretOf(before));
    const fields = changedIn(fieldsOf(before), fieldsOf(after));
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

  /** Merges a further entry of a page by the rule of the service, if an envelope has room for both. */
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

const secretFields = fieldsWith({ secret: true });

const secretOf = (entry: RepeatedEntry): Secret =>
  Object.fromEntries(
    secretFields.map((name) => {
      const value = entry[name];
      return [name, typeof value === 'string' ? value : printTags(value)];
    }),
  ) as unknown as Secret;

const contentOf = (entry: RepeatedEntry) => ({ entry, secret: secretOf(entry) });

// The service sets the time of the last change itself.
const readableFields = fieldsWith({ secret: false }).filter((name) => name !== 'updatedAt');

/** Returns the fields of an entry that the service can read. */
export const fieldsOf = (entry: RepeatedEntry): ReadableFields =>
  Object.fromEntries(
    readableFields.map((name) => {
      const value = entry[entryName(name)];
      return [name, value instanceof Date ? value.toISOString() : (value ?? undefined)];
    }),
  );

/** Texts within their individual limits may be too long for one envelope, and truncating them would not help. */
function isTooLong(secret: Secret): boolean {
  const text = JSON.stringify(secret);
  // UTF-8 uses up to three bytes for a unit of text.
  return text.length * 3 > envelopeBytes && new TextEncoder().encode(text).length > envelopeBytes;
}

/** Choices of the user in a preview. */
export interface Choices {
  /** Null if there are no new bookmarks to encrypt. */
  readonly key: KeyChoice | null;
  /** Hint of the key, saved with each bookmark. */
  readonly hint: string | undefined;
  /** Target collection; null for the default one. */
  readonly collection: string | null;
}

/** A sent merge, with the new envelope of the bookmark. */
export interface SentMerge extends MergedBookmark {
  readonly cipher: string;
}

/** A file that was read on this device and waits for confirmation. */
export interface EncryptingPreviewStep {
  readonly kind: 'preview';
  readonly plan: Plan;
  readonly found: FoundReport;
  readonly choices: FileChoices;
  /** Whether the file is being read again with changed choices; its plan replaces this one. */
  readonly isUpdating: boolean;
  readonly refusal: Refusal | null;
}

/** State of an import that is encrypted on this device. */
export type EncryptingStep =
  | { readonly kind: 'reading'; readonly count: number }
  | EncryptingPreviewStep
  | { readonly kind: 'encrypting'; readonly done: number; readonly total: number }
  | { readonly kind: 'sending'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'finished';
      readonly report: EncryptedReport;
      /** Imported bookmarks; fewer than planned if a request failed. */
      readonly uuids: readonly string[];
      /** Merges into bookmarks of the library. */
      readonly merged: readonly SentMerge[];
      readonly isUndoing: boolean;
      readonly refusal: Refusal | null;
    }
  | { readonly kind: 'undone'; readonly count: number };
