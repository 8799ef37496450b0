import { v7 as newUuid } from 'uuid';
import type { Refusal } from '@/components/features/import-export/import-step';
import { isBlank } from '@/lib/contract/blank';
import type { Import, ImportRowReason } from '@/lib/contract/imports';
import { limits } from '@/lib/contract/limits';
import type { Secret } from '@/lib/crypto/types';
import { combineRepeats, type RepeatedEntry } from '@/lib/domain/netscape/draft';
import { reasonsOf, type NetscapeEntry } from '@/lib/domain/netscape/entry';
import { printTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { urlKey } from '@/lib/domain/url-key';
import type { KeyChoice } from '@/lib/vault/vault-types';

/** A bookmark that is to be encrypted, with what the service may know of it. */
export interface PlannedBookmark {
  readonly uuid: string;
  readonly line: number;
  readonly key: string;
  /** What the file says of the page, in all its entries. */
  readonly entry: RepeatedEntry;
  readonly secret: Secret;
  readonly favorite: boolean;
  readonly createdAt: string | null;
  /** Why it is not taken as it stands. */
  readonly reasons: readonly ImportRowReason[];
}

type EncryptedReport = Pick<Import, 'read' | 'created' | 'duplicates' | 'invalid' | 'rows'>;

/** As many rows as a report of the service lists. */
const listedRows = 1_000;
/** Of the text in the largest envelope that the service takes, with room for what stands around it. */
const envelopeBytes = Math.floor((limits.cipherLength * 3) / 4) - 512;

/**
 * What a file would bring, as an import by the service would judge it. Only what is open on this device can be known to
 * be there already: asking for the rest would tell the service what is in the file.
 */
export class Plan {
  private readonly planned: PlannedBookmark[] = [];
  private readonly rows: Import['rows'] = [];
  /** Where the bookmark of a page is in the plan. */
  private readonly places = new Map<string, number>();
  private read = 0;
  private duplicates = 0;
  private invalid = 0;

  get bookmarks(): readonly PlannedBookmark[] {
    return this.planned;
  }

  get report(): EncryptedReport {
    const { read, duplicates, invalid, rows } = this;
    return { read, created: this.planned.length, duplicates, invalid, rows };
  }

  take(entry: NetscapeEntry): void {
    this.read += 1;
    const { url, warning } = parseBookmarkUrl(entry.url);
    const reasons = reasonsOf(entry, warning);
    const { line } = entry;
    const title = isBlank(entry.title) ? '' : entry.title;
    const taken: RepeatedEntry = { ...entry, url, title, visits: 0, extra: null };
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

  /** The same without what is there already. */
  without(known: ReadonlySet<string>): Plan {
    const rest = new Plan();
    rest.read = this.read;
    rest.invalid = this.invalid;
    rest.duplicates = this.duplicates;
    const kept = new Set<readonly ImportRowReason[]>();
    for (const bookmark of this.planned) {
      if (!known.has(bookmark.key)) {
        rest.planned.push(bookmark);
        continue;
      }
      rest.duplicates += 1;
      kept.add(bookmark.reasons);
      const { title, url } = bookmark.secret;
      rest.note({ line: bookmark.line, title, url, reasons: [...bookmark.reasons, 'duplicate_in_library'] });
    }
    rest.rows.unshift(...this.rows.filter(({ reasons }) => !kept.has(reasons)));
    rest.rows.splice(listedRows);
    return rest;
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

const contentOf = (entry: RepeatedEntry) => ({
  entry,
  secret: secretOf(entry),
  favorite: entry.favorite,
  createdAt: entry.addedAt?.toISOString() ?? null,
});

/** Texts that are allowed each for itself may be too much for one envelope, which a cut would not make smaller. */
function isTooLong(secret: Secret): boolean {
  const { url, description } = secret;
  // Three bytes for a character that JSON writes as it stands, and six for one that it writes as a number.
  if ((url.length + description.length) * 6 < envelopeBytes / 2) return false;
  return new TextEncoder().encode(JSON.stringify(secret)).length > envelopeBytes;
}

/** What the reader decides over a preview. */
export interface Choices {
  readonly key: KeyChoice;
  /** Of the key, to be saved with each bookmark. */
  readonly hint: string | undefined;
  /** Collection that everything goes into; null for the default one. */
  readonly collection: string | null;
}

/** Where an import that this device encrypts stands. */
export type EncryptingStep =
  | { readonly kind: 'reading'; readonly count: number }
  | { readonly kind: 'preview'; readonly plan: Plan; readonly refusal: Refusal | null }
  | { readonly kind: 'sealing'; readonly done: number; readonly total: number }
  | { readonly kind: 'sending'; readonly done: number; readonly total: number }
  | {
      readonly kind: 'finished';
      readonly report: EncryptedReport;
      /** What came in; fewer than planned where the way broke in between. */
      readonly uuids: readonly string[];
      readonly isUndoing: boolean;
      readonly refusal: Refusal | null;
    }
  | { readonly kind: 'undone'; readonly count: number };
