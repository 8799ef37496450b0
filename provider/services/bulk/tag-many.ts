import { limits } from '@/lib/contract/limits';
import { tagKey } from '@/lib/domain/tag-key';
import { uniqueTags } from '@/lib/domain/tags';
import type { Queryable } from '@/provider/db/transaction';
import { Problem } from '@/provider/problem';
import { rewriteTexts } from '@/provider/services/bookmarks/rewrite-texts';
import { noteBookmarks, type Change } from '@/provider/services/bulk/journal';
import type { Selection } from '@/provider/services/bulk/selection';
import { Parameters } from '@/provider/services/listing/parameters';
import { hasAll, hasAny } from '@/provider/services/tags/has-tag';

const before = `jsonb_build_object('updated_at', b.updated_at)`;

const refuse = (code: 'encrypted_bookmark' | 'too_many_tags'): Problem =>
  new Problem('VALIDATION_FAILED', { issues: [{ path: 'tags', code }] });

/**
 * Adds tags to bookmarks. Throws VALIDATION_FAILED when one of them is encrypted, or would have too many tags.
 */
export async function tagMany(
  tx: Queryable,
  change: Change,
  selection: Selection,
  tags: readonly string[],
): Promise<number> {
  await refuseEncrypted(tx, selection);
  const affected = await noteBookmarks(tx, change, {
    where: (parameters) => [...selection(parameters), `not ${hasAll(tags, parameters)}`],
    before,
    links: false,
  });
  await rewriteTexts(tx, {
    changeId: change.id,
    now: change.now,
    revise: (row) => {
      const all = uniqueTags([...row.tags, ...tags]);
      if (all.length > limits.tagsPerBookmark) throw refuse('too_many_tags');
      return { tags: all };
    },
  });
  return affected;
}

async function refuseEncrypted(tx: Queryable, selection: Selection): Promise<void> {
  const parameters = new Parameters();
  const { rowCount } = await tx.query(
    `select 1 from bookmarks b where b.encrypted and ${selection(parameters).join(' and ')} limit 1`,
    parameters.values,
  );
  if (rowCount !== 0) throw refuse('encrypted_bookmark');
}

/** Takes tags off bookmarks, in whatever spelling they stand there. */
export async function untagMany(
  tx: Queryable,
  change: Change,
  selection: Selection,
  tags: readonly string[],
): Promise<number> {
  const keys = new Set(tags.map(tagKey));
  const affected = await noteBookmarks(tx, change, {
    where: (parameters) => [...selection(parameters), hasAny(tags, parameters)],
    before,
    links: false,
  });
  await rewriteTexts(tx, {
    changeId: change.id,
    now: change.now,
    revise: (row) => ({ tags: row.tags.filter((tag) => !keys.has(tagKey(tag))) }),
  });
  return affected;
}
