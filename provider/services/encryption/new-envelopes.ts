import type { Queryable } from '@/provider/db/transaction';
import { Problem } from '@/provider/problem';
import { contentColumns, contentValues, sealedContent } from '@/provider/services/bookmarks/bookmark-content';

/** A bookmark's new envelope. */
export interface NewSeal {
  uuid: string;
  cipher: string;
  /** The time of the last change that the caller knows of. */
  updatedAt: string;
}

/** As many bookmarks as one statement reads or writes. */
export const batchRows = 5_000;

const ofEach: Partial<Record<string, string>> = {
  cipher: 'u.cipher',
  hint: `case when $2::text is null then b.hint else nullif($2, '') end`,
};
/** What is the same in every encrypted bookmark, by column. */
const ofAll = contentValues(sealedContent('', null)).flatMap((value, at) => {
  const column = contentColumns[at] ?? '';
  return column in ofEach ? [] : [{ column, value }];
});

/**
 * What an update sets that gives `bookmarks b` the envelopes of `u (cipher)`. Its values come first, see
 * {@link sealedValues}; those of the statement's own are numbered from `ownValues` on.
 */
export const setSealed = `updated_at = $1, extra = null,
  ${Object.entries(ofEach)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ')},
  ${ofAll.map(({ column }, at) => `${column} = $${at + 3}`).join(', ')}`;

/** With a hint for all of them; without one each keeps its own. */
export const sealedValues = (now: Date, hint: string | undefined): unknown[] => [
  now,
  hint ?? null,
  ...ofAll.map(({ value }) => value),
];

export const ownValues = ofAll.length + 3;

/** Throws VALIDATION_FAILED where a bookmark is named twice. */
export function requireOnce(items: readonly NewSeal[]): void {
  const seen = new Set<string>();
  for (const [at, { uuid }] of items.entries()) {
    if (seen.has(uuid)) {
      const issues = [{ path: `items.${at}.uuid`, code: 'repeated_uuid' as const }];
      throw new Problem('VALIDATION_FAILED', { issues });
    }
    seen.add(uuid);
  }
}

const findLeft = {
  name: 'find-left-under-key',
  text: 'select 1 from bookmarks b where b.account_id = $1 and b.encrypted and mw_key_id(b.cipher) = $2 limit 1',
};

/** Throws OUTDATED where a key that is given up would keep a bookmark of the account. */
export async function requireNoneUnder(tx: Queryable, accountId: string, key: string): Promise<void> {
  const { rowCount } = await tx.query({ ...findLeft, values: [accountId, key] });
  if (rowCount !== 0) throw new Problem('OUTDATED');
}
