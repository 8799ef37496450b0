import { sql } from 'drizzle-orm';
import { annotationFormats, type AnnotatedPage } from '@/lib/formats/annotations/write';
import type { ListedHighlight } from '@/lib/contract/highlights';
import type { CurrentSpace, RequestContext } from '@/provider/actor';
import type { Executor } from '@/provider/db/client';
import type { ProviderDeps } from '@/provider/deps';
import { exportDisposition, fileResponse } from '@/provider/middleware/download';
import { highlightColumns, presentListed, type ListedRecord } from '@/provider/modules/highlights/queries';
import { findSpace, spaceNameIn } from '@/provider/modules/spaces/service';
import { Problem } from '@/provider/problem';

const pagesOfBatch = 20;
const lowestId = '00000000-0000-0000-0000-000000000000';

/**
 * Streams the annotations of a space as a file, page by page, without those of bookmarks in the trash. Throws
 * SPACE_NOT_FOUND.
 */
export async function exportHighlights(
  { db, clock }: ProviderDeps,
  { accountId, spaceId }: CurrentSpace,
  name: keyof typeof annotationFormats,
  { locale }: RequestContext,
) {
  const space = await findSpace(db, accountId, spaceId);
  if (!space) throw new Problem('SPACE_NOT_FOUND');
  const format = annotationFormats[name];
  const day = clock().toISOString().slice(0, 10);
  const disposition = exportDisposition(spaceNameIn(space, locale), day, `annotations.${format.ending}`);
  return fileResponse(writeFile(db, { accountId, spaceId }, format), { type: format.type, disposition });
}

async function* writeFile(
  db: Executor,
  place: CurrentSpace,
  { head, foot, page }: (typeof annotationFormats)['markdown'],
): AsyncGenerator<string> {
  yield head;
  let isFirst = true;
  for await (const batch of annotatedPages(db, place)) {
    for (const one of batch) {
      yield page(one, isFirst);
      isFirst = false;
    }
  }
  yield foot;
}

/** Yields pages with their annotations, each batch by a statement of its own, so that no connection is held. */
async function* annotatedPages(db: Executor, place: CurrentSpace): AsyncGenerator<AnnotatedPage[]> {
  let after = lowestId;
  for (;;) {
    const { rows } = await db.execute<ListedRecord & Record<string, unknown>>(
      sql`with pages as (
          select distinct h.bookmark_id from highlights h
          join bookmarks b on b.account_id = h.account_id and b.id = h.bookmark_id
          where h.account_id = ${place.accountId} and b.space_id = ${place.spaceId} and b.deleted_at is null
            and h.bookmark_id > ${after}
          order by h.bookmark_id limit ${pagesOfBatch})
        select ${highlightColumns}, b.title, b.url, b.domain from highlights h
        join bookmarks b on b.account_id = h.account_id and b.id = h.bookmark_id
        where h.account_id = ${place.accountId} and h.bookmark_id in (select bookmark_id from pages)
        order by h.bookmark_id, h.start_at, h.created_at, h.id`,
    );
    const last = rows.at(-1);
    if (!last) return;
    yield byPage(rows.map(presentListed));
    after = last.bookmark;
  }
}

function byPage(rows: readonly ListedHighlight[]): AnnotatedPage[] {
  const pages: [ListedHighlight, ...ListedHighlight[]][] = [];
  for (const row of rows) {
    const last = pages.at(-1);
    if (last?.[0].bookmark === row.bookmark) last.push(row);
    else pages.push([row]);
  }
  return pages;
}
