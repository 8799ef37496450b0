import { v7 as newUuid } from 'uuid';
import { limits } from '@/lib/contract/limits';
import type { Import, ImportRowReason } from '@/lib/contract/schemas/import';
import type { Secret } from '@/lib/crypto/types';
import type { NetscapeEntry } from '@/lib/domain/netscape/entry';
import { printTags } from '@/lib/domain/tags';
import { parseBookmarkUrl } from '@/lib/domain/url';
import { urlKey } from '@/lib/domain/url-key';

/** A bookmark that is to be sealed, with what the service may know of it. */
export interface PlannedBookmark {
  readonly uuid: string;
  readonly line: number;
  readonly key: string;
  readonly secret: Secret;
  readonly favorite: boolean;
  readonly createdAt: string | null;
}

export type SealedReport = Pick<Import, 'read' | 'created' | 'duplicates' | 'invalid' | 'rows'>;

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
  private readonly keys = new Set<string>();
  private read = 0;
  private duplicates = 0;
  private invalid = 0;

  get bookmarks(): readonly PlannedBookmark[] {
    return this.planned;
  }

  get report(): SealedReport {
    const { read, duplicates, invalid, rows } = this;
    return { read, created: this.planned.length, duplicates, invalid, rows };
  }

  take(entry: NetscapeEntry): void {
    this.read += 1;
    const { url, warning } = parseBookmarkUrl(entry.url);
    for (const reason of reasonsOf(entry, warning)) this.note(entry, reason);
    if (warning === 'empty') {
      this.invalid += 1;
      return;
    }
    const { title, description, tags, favorite, addedAt, line } = entry;
    const secret = { title, url, description, tags: printTags(tags) };
    if (isTooLong(secret)) {
      this.invalid += 1;
      this.note(entry, 'too_long');
      return;
    }
    const key = urlKey(url);
    if (this.keys.has(key)) {
      this.duplicates += 1;
      this.note(entry, 'duplicate_in_file');
      return;
    }
    this.keys.add(key);
    this.planned.push({
      uuid: newUuid(),
      line,
      key,
      secret,
      favorite,
      createdAt: addedAt?.toISOString() ?? null,
    });
  }

  /** The same without what is there already. */
  without(known: ReadonlySet<string>): Plan {
    const rest = new Plan();
    rest.rows.push(...this.rows);
    rest.read = this.read;
    rest.invalid = this.invalid;
    rest.duplicates = this.duplicates;
    for (const bookmark of this.planned) {
      if (!known.has(bookmark.key)) {
        rest.planned.push(bookmark);
        continue;
      }
      rest.duplicates += 1;
      const { title, url } = bookmark.secret;
      rest.note({ title, url, line: bookmark.line }, 'duplicate_in_library');
    }
    return rest;
  }

  private note(
    { line, title, url }: Pick<NetscapeEntry, 'line' | 'title' | 'url'>,
    reason: ImportRowReason,
  ): void {
    if (this.rows.length < listedRows) this.rows.push({ line, title, url, reason });
  }
}

/** Texts that are allowed each for itself may be too much for one envelope, which a cut would not make smaller. */
function isTooLong(secret: Secret): boolean {
  const { url, description } = secret;
  // Three bytes for a character that JSON writes as it stands, and six for one that it writes as a number.
  if ((url.length + description.length) * 6 < envelopeBytes / 2) return false;
  return new TextEncoder().encode(JSON.stringify(secret)).length > envelopeBytes;
}

function reasonsOf({ notes }: NetscapeEntry, warning: string | undefined): ImportRowReason[] {
  const reasons: ImportRowReason[] = [];
  if (notes.includes('cut') || notes.includes('url_too_long')) reasons.push('too_long');
  if (warning === 'empty' && !notes.includes('url_too_long')) reasons.push('missing_url');
  if (warning === 'scheme') reasons.push('inert_link');
  if (warning === 'invalid') reasons.push('invalid_url');
  if (notes.includes('invalid_date')) reasons.push('invalid_date');
  return reasons;
}
